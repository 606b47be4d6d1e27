import { InvalidArgumentError } from 'commander';
import { queueNames } from '#platform/jobs';

/** Positions of the event log are signed 64-bit numbers. */
const maxPosition = 2n ** 63n - 1n;
const maxCount = 999_999_999;
const maxLines = 100_000;

const parsePosition = (text: string): bigint | undefined => {
  const number = /^[1-9]\d{0,18}$/.test(text) ? BigInt(text) : undefined;
  return number !== undefined && number <= maxPosition ? number : undefined;
};

const parseWhole = (text: string, most: number): number | undefined => {
  const number = /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
  return number !== undefined && number <= most ? number : undefined;
};

const requireValue = <T>(value: T | undefined, message: string): T => {
  if (value === undefined) throw new InvalidArgumentError(message);
  return value;
};

/** Parses a position of the event log, from 1. */
export const position = (text: string): bigint =>
  requireValue(parsePosition(text), 'It must be a position of the log: a whole number of at least 1.');

/** Parses a whole number from 1. */
export const count = (text: string): number =>
  requireValue(parseWhole(text, maxCount), `It must be a whole number from 1 to ${maxCount}.`);

/** Parses the id of a process, with or without its host: `4711` or `web-1:4711`. */
export const processName = (text: string): { readonly host?: string; readonly pid: number } => {
  const [, host, id = ''] = /^(?:(.+):)?(\d+)$/.exec(text) ?? [];
  const pid = requireValue(parseWhole(id, maxCount), 'It must be the id of a process, or host:id.');
  return host === undefined ? { pid } : { host, pid };
};

/** Parses the largest number of lines to show. */
export const lines = (text: string): number =>
  requireValue(
    parseWhole(text, maxLines),
    `It must be a whole number from 1 to ${maxLines}; --from 1 shows everything.`,
  );

/** Parses names of queues, separated by commas. */
export const queueList = (text: string): readonly string[] => {
  const names = text.split(',').map((name) => name.trim());
  const unknownName = names.find((name) => !queueNames.some((known) => known === name));
  if (unknownName !== undefined)
    throw new InvalidArgumentError(`There is no queue ${unknownName}. There are: ${queueNames.join(', ')}.`);
  return names;
};

/** Whether the text is a UUID, rather than an email address or a position. */
export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** Parses a position of the event log, or the id of an event. */
export const positionOrId = (text: string): bigint | string =>
  isUuid(text)
    ? text.toLowerCase()
    : requireValue(parsePosition(text), 'It must be a position of the log, or the id of an event.');
