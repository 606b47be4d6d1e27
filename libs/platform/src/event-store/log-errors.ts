/** What all events of one append may hold together, in bytes of JSON; sealed they are a third larger at most. */
const largestAppend = 750_000;

/** Someone else wrote to the stream first. Nothing was appended. */
export class VersionConflict extends Error {
  constructor(stream: string, expected: number) {
    super(`${stream} is no longer at version ${expected}`);
  }
}

/** No event stands there: in logs whose positions have gaps not every number is a position. */
export class NoSuchPosition extends Error {
  constructor(position: bigint) {
    super(`No event stands at position ${position}: this is another log, or a part of it is gone`);
  }
}

/** The events of one append are larger than an engine takes. Nothing was appended. */
export class AppendTooLarge extends Error {
  constructor(stream: string, bytes: number) {
    super(`The events for ${stream} are ${bytes} bytes; an append holds at most ${largestAppend}`);
  }
}

/** A text holds NUL or half a surrogate pair, which JSON can say and no table can keep. Nothing was appended. */
export class UnstorableText extends Error {
  constructor(stream: string) {
    super(`An event for ${stream} holds text that cannot be stored`);
  }
}

/** Written out as JSON, what no table can keep stands as one of these escapes. */
const unstorable = /(?<!\\)(\\\\)*\\u(0000|d[89a-f])/;

/** Throws {@link UnstorableText} or {@link AppendTooLarge}. `text`: the events of one append as JSON. */
export const fits = (stream: string, text: string, reason = ''): void => {
  if (unstorable.test(text) || unstorable.test(JSON.stringify(reason))) throw new UnstorableText(stream);
  const bytes = Buffer.byteLength(text);
  if (bytes > largestAppend) throw new AppendTooLarge(stream, bytes);
};
