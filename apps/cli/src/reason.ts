import { identifiesPerson } from '#kernel';
import { Failure } from './steps.ts';

/** A reason stays in the log in clear, for ever: it tells why, not about whom. */
export const onlyPlain = (reason: string, names: readonly string[] = []): void => {
  if (identifiesPerson(reason, names))
    throw new Failure('The reason stays in the log for ever: leave out names, addresses and phone numbers');
};
