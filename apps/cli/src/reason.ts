import { Failure } from './errors.ts';

/** Throws if a reason seems to identify a person: reasons are stored in the log unencrypted and cannot be erased. */
export const requireImpersonalReason = (reason: string, names: readonly string[] = []): void => {
  const hasContact = [/\S+@\S+\.\S+/, /\+?\d[\d\s()./-]{6,}\d/].some((pattern) => pattern.test(reason));
  const hasName = names.some((name) => name.length > 1 && reason.toLowerCase().includes(name.toLowerCase()));
  if (hasContact || hasName)
    throw new Failure('The reason stays in the log for ever: leave out names, addresses and phone numbers');
};
