import { useRef, useState } from 'react';
import { messageOf } from '../platform/http.ts';
import { useNotify } from './notify.tsx';

type Words = { done?: string; otherwise: string };

/** Runs things and says how they went. Answers whether it went well; what is on its way already is not begun again. */
export const usePending = () => {
  const notify = useNotify();
  const busy = useRef(new Set<string>());
  const [pending, setPending] = useState<string>();
  const run = async (name: string, work: () => Promise<unknown>, { done, otherwise }: Words): Promise<boolean> => {
    if (busy.current.has(name)) return false;
    busy.current.add(name);
    setPending(name);
    try {
      await work();
      if (done) notify.success(done);
      return true;
    } catch (error) {
      notify.error(messageOf(error, otherwise));
      return false;
    } finally {
      busy.current.delete(name);
      setPending(undefined);
    }
  };
  return { pending, run };
};
