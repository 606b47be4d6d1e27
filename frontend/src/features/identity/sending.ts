import { useRef, useState } from 'react';

/** Sends one thing at a time: what is asked for while it is on its way, as by a double click, is dropped. */
export const useSending = (): {
  sending: string | undefined;
  send: (name: string, work: () => Promise<void>) => void;
} => {
  const busy = useRef(false);
  const [sending, setSending] = useState<string>();
  const during = async (name: string, work: () => Promise<void>) => {
    busy.current = true;
    setSending(name);
    try {
      await work();
    } finally {
      busy.current = false;
      setSending(undefined);
    }
  };
  const send = (name: string, work: () => Promise<void>) => {
    if (!busy.current) void during(name, work);
  };
  return { sending, send };
};
