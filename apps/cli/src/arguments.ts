import { InvalidArgumentError } from 'commander';

const place = /^[1-9]\d{0,17}$/;

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

/** A place in the log, or the id of an event. */
export const positionOrId = (text: string): bigint | string => {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) return text.toLowerCase();
  if (!place.test(text)) throw new InvalidArgumentError('It must be a position of the log, or the id of an event.');
  return BigInt(text);
};
