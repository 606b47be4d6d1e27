import { identifiesPerson } from '#kernel';
import { Failure } from './errors.ts';

/** Throws if a reason seems to identify a person: reasons are stored in the log unencrypted and cannot be erased. */
export const requireImpersonalReason = (reason: string, names: readonly string[] = []): void => {
  if (identifiesPerson(reason, names))
    throw new Failure('The reason is stored in the log permanently: leave out names, addresses and phone numbers');
};
