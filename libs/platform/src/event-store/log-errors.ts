/** The size limit for all events of one append, in bytes of JSON; sealing adds at most a third. */
const maxAppendBytes = 750_000;

/** Another writer appended to the stream first. Nothing was appended. */
export class VersionConflict extends Error {
  constructor(stream: string, expected: number) {
    super(`${stream} is no longer at version ${expected}`);
  }
}

/**
 * A newer release wrote this event, so this one cannot tell the state of the stream. Nothing was appended. A process of
 * the newer release can handle the command.
 */
export class WrittenByNewerRelease extends Error {
  constructor(stream: string, type: string) {
    super(`${stream} has an event ${type} of a newer release`);
  }
}

/**
 * The log does not respond, or belongs to another database. Whether an append happened is unknown; repeating the command
 * is safe. `code` is that of a network timeout.
 */
export class LogUnavailable extends Error {
  readonly code = 'ETIMEDOUT';
  constructor(reason: string, cause?: unknown) {
    super(reason, { cause });
  }
}

/** There is no event at this position. In logs whose positions have gaps, not every number is a position. */
export class NoSuchPosition extends Error {
  constructor(position: bigint) {
    super(`There is no event at position ${position}: this is another log, or a part of it is missing`);
  }
}

/** The events of one append are larger than an engine accepts. Nothing was appended. */
export class AppendTooLarge extends Error {
  constructor(stream: string, bytes: number) {
    super(`The events for ${stream} are ${bytes} bytes; an append holds at most ${maxAppendBytes}`);
  }
}

/**
 * A text contains NUL or half a surrogate pair, which JSON can express but no table can store. Nothing was appended.
 */
export class UnstorableText extends Error {
  constructor(stream: string) {
    super(`An event for ${stream} holds text that cannot be stored`);
  }
}

/** A number is not whole, or too large to be exact in a double, so no read table can store it. Nothing was appended. */
export class UnstorableNumber extends Error {
  constructor(stream: string, value: number) {
    super(`An event for ${stream} holds the number ${value}, which cannot be stored`);
  }
}

/** The JSON escapes of characters that no table can store. */
const unstorable = /(?<!\\)(\\\\)*\\u(0000|d[89a-f])/;

/**
 * Throws {@link UnstorableText}, {@link UnstorableNumber} or {@link AppendTooLarge} for events that no fold could
 * store.
 */
export const requireStorable = (stream: string, events: readonly { readonly data: object }[], reason = ''): void => {
  for (const { data } of events) requireWholeNumbers(stream, data);
  const text = JSON.stringify(events);
  if (unstorable.test(text) || unstorable.test(JSON.stringify(reason))) throw new UnstorableText(stream);
  const bytes = Buffer.byteLength(text);
  if (bytes > maxAppendBytes) throw new AppendTooLarge(stream, bytes);
};

const requireWholeNumbers = (stream: string, value: unknown): void => {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) throw new UnstorableNumber(stream, value);
  if (typeof value === 'object' && value !== null)
    for (const part of Object.values(value)) requireWholeNumbers(stream, part);
};
