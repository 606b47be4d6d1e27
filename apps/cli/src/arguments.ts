import { InvalidArgumentError } from 'commander';
import { queueNames } from '#platform/jobs';

/** The log's positions are 64-bit numbers. */
const lastPlace = 2n ** 63n - 1n;
const mostCounted = 999_999_999;
const mostLines = 100_000;

const place = (text: string): bigint | undefined => {
  const number = /^[1-9]\d{0,18}$/.test(text) ? BigInt(text) : undefined;
  return number !== undefined && number <= lastPlace ? number : undefined;
};

const whole = (text: string, most: number): number | undefined => {
  const number = /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
  return number !== undefined && number <= most ? number : undefined;
};

const must = <T>(value: T | undefined, sentence: string): T => {
  if (value === undefined) throw new InvalidArgumentError(sentence);
  return value;
};

/** A place in the log, from 1. */
export const position = (text: string): bigint =>
  must(place(text), 'It must be a position of the log: a number from 1.');

/** A whole number from 1. */
export const count = (text: string): number =>
  must(whole(text, mostCounted), `It must be a whole number from 1 to ${mostCounted}.`);

/** How many lines are shown at most. */
export const lines = (text: string): number =>
  must(whole(text, mostLines), `It must be a whole number from 1 to ${mostLines}; --from 1 shows everything.`);

/** Names of queues, separated by commas. */
export const queueList = (text: string): readonly string[] => {
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !queueNames.some((known) => known === name));
  if (unknown !== undefined)
    throw new InvalidArgumentError(`There is no queue ${unknown}. There are: ${queueNames.join(', ')}.`);
  return names;
};

/** Whether this is an id, and no address or number. */
export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** A place in the log, or the id of an event. */
export const positionOrId = (text: string): bigint | string =>
  isUuid(text) ? text.toLowerCase() : must(place(text), 'It must be a position of the log, or the id of an event.');
