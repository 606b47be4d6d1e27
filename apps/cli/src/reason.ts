import { Failure } from './steps.ts';

/** A reason stays in the log in clear, for ever: it tells why, not about whom. */
export const onlyPlain = (reason: string, names: readonly string[] = []): void => {
  const told = [/\S+@\S+\.\S+/, /\+?\d[\d\s()./-]{6,}\d/].some((pattern) => pattern.test(reason));
  const named = names.some((name) => name.length > 1 && reason.toLowerCase().includes(name.toLowerCase()));
  if (told || named)
    throw new Failure('The reason stays in the log for ever: leave out names, addresses and phone numbers');
};
