import { createHash } from 'node:crypto';

/** A row of the log as an auditor reads it: texts exactly as they are stored, hashes in hex. */
export type LogRow = {
  readonly position: bigint;
  readonly id: string;
  readonly stream: string;
  readonly version: number;
  readonly type: string;
  readonly shape: number;
  readonly data: string;
  readonly origin: string;
  readonly at: string;
  /** When it was committed, in unix milliseconds. */
  readonly recordedAt: number;
  readonly digest: string;
  readonly hash: string;
};

/** Where a stream stands: what its next event follows. */
export type StreamHead = Pick<LogRow, 'position' | 'version' | 'hash'>;
export const newStream: StreamHead = { position: 0n, version: 0, hash: '' };

/**
 * Over all that an event says. Worked out a second time here, not shared with the one who writes, so that the proof does
 * not lean on what it checks.
 */
export const digestOf = ({ id, stream, version, type, shape, at, data, origin }: LogRow): string =>
  createHash('sha256')
    .update(`${JSON.stringify([id, stream, version, type, shape, at])}\n${data}\n${origin}`)
    .digest('hex');

/** Over what the event says, its place, its time and the event before it in its stream. */
export const hashAfter = (before: string, { digest, position, recordedAt }: LogRow): string => {
  const place = Buffer.allocUnsafe(16);
  place.writeBigInt64BE(position, 0);
  place.writeBigInt64BE(BigInt(recordedAt), 8);
  return createHash('sha256').update(before, 'hex').update(digest, 'hex').update(place).digest('hex');
};
