import { useState } from 'react';
import { messageOf } from './http.ts';
import { useNotify } from './notify.tsx';

type Words = { done?: string; otherwise: string };

/** Runs one thing at a time and says how it went. Answers whether it went well. */
export const usePending = () => {
  const notify = useNotify();
  const [pending, setPending] = useState<string>();
  const run = async (name: string, work: () => Promise<unknown>, { done, otherwise }: Words): Promise<boolean> => {
    setPending(name);
    try {
      await work();
      if (done) notify.success(done);
      return true;
    } catch (error) {
      notify.error(messageOf(error, otherwise));
      return false;
    } finally {
      setPending(undefined);
    }
  };
  return { pending, run };
};
