import { digestOf, hashAfter, type LogRow, type StreamHead } from './links.ts';

/** `position` is where it was found; `stream` is null where no event of a stream is left to name it. */
export type Finding = {
  readonly position: bigint;
  readonly stream: string | null;
  readonly kind: 'missing' | 'twice' | 'content' | 'chain' | 'version' | 'time' | 'checkpoint';
  readonly message: string;
};

/** Positions are dense from 1. `last` is the position before. */
export const placeFindings = (last: bigint, { position, stream }: LogRow): readonly Finding[] => {
  if (position === last) return [{ position, stream, kind: 'twice', message: `position ${position} stands twice` }];
  return position === last + 1n ? [] : [missing(last + 1n, position - 1n)];
};

export const missing = (first: bigint, last: bigint): Finding => ({
  position: first,
  stream: null,
  kind: 'missing',
  message: first === last ? `no event stands at position ${first}` : `no events stand at positions ${first} to ${last}`,
});

/** What is wrong with an event in itself and with its link to the one before it in its stream, undefined if there is none. */
export const eventFindings = (before: StreamHead | undefined, row: LogRow): readonly Finding[] => {
  const { position, stream, version } = row;
  const found = (kind: Finding['kind'], message: string): Finding => ({ position, stream, kind, message });
  const content =
    digestOf(row) === row.digest
      ? []
      : [
          found(
            'content',
            'what it says (id, stream, version, type, shape, time, data, origin) is not what was written',
          ),
        ];
  if (!before) return [...content, found('version', `version ${version - 1} of its stream, which it follows, is gone`)];
  if (hashAfter(before.hash, row) === row.hash) return content;
  const link = before.version === 0 ? 'the first of its stream' : `the one after position ${before.position}`;
  return [...content, found('chain', `its hash is not that of ${link} with this digest, position and time`)];
};

/** An event of a version that its stream has already. */
export const versionTwice = ({ position, stream, version }: LogRow): Finding => ({
  position,
  stream,
  kind: 'twice',
  message: `version ${version} stands twice in its stream`,
});

/** Time never goes back along the log. `latest` is in unix milliseconds. */
export const timeFindings = (
  latest: number,
  { position, stream, recordedAt }: Pick<LogRow, 'position' | 'stream' | 'recordedAt'>,
): readonly Finding[] => {
  if (recordedAt >= latest) return [];
  const [now, before] = [recordedAt, latest].map((time) => new Date(time).toISOString());
  return [{ position, stream, kind: 'time', message: `recorded at ${now}, after an event of ${before}` }];
};
