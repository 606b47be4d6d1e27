import { InvalidArgumentError } from 'commander';

/** A place in the log, from 1. */
export const position = (text: string): bigint => {
  if (!/^[1-9]\d{0,18}$/.test(text))
    throw new InvalidArgumentError('It must be a position of the log: a number from 1.');
  return BigInt(text);
};

/** A whole number from 1. */
export const count = (text: string): number => {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1.');
  return Number(text);
};
