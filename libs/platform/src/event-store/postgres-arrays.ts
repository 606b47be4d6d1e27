/**
 * Arrays as Postgres reads them in its binary format. For texts with quotes, such as JSON, this costs a fraction of the
 * text format, in which each character is checked, escaped in Node and parsed again in Postgres.
 */

const types = { bytes: 17, smallint: 21, integer: 23, text: 25, timestamp: 1184, uuid: 2950 } as const;
/** Dimensions, whether there are nulls, type, length, first index. */
const headerLength = 20;
/** Postgres counts from the year 2000: this many milliseconds after 1970. */
const epoch = Date.UTC(2000);

export const textArray = (values: readonly string[]): Buffer => {
  const lengths = values.map((value) => Buffer.byteLength(value));
  return array(types.text, lengths, (buffer, offset, i) => buffer.write(values[i] ?? '', offset, 'utf8'));
};

export const bytesArray = (values: readonly Buffer[]): Buffer =>
  array(
    types.bytes,
    values.map(({ length }) => length),
    (buffer, offset, i) => values[i]?.copy(buffer, offset),
  );

export const integerArray = (values: readonly number[]): Buffer =>
  array(types.integer, equalLengths(values, 4), (buffer, offset, i) => buffer.writeInt32BE(values[i] ?? 0, offset));

export const smallintArray = (values: readonly number[]): Buffer =>
  array(types.smallint, equalLengths(values, 2), (buffer, offset, i) => buffer.writeInt16BE(values[i] ?? 0, offset));

/** From uuids as text. */
export const uuidArray = (values: readonly string[]): Buffer =>
  array(types.uuid, equalLengths(values, 16), (buffer, offset, i) =>
    buffer.write((values[i] ?? '').replaceAll('-', ''), offset, 'hex'),
  );

/** From instants as ISO 8601 text. */
export const timestampArray = (values: readonly string[]): Buffer =>
  array(types.timestamp, equalLengths(values, 8), (buffer, offset, i) =>
    buffer.writeBigInt64BE(BigInt(Date.parse(values[i] ?? '') - epoch) * 1_000n, offset),
  );

const equalLengths = (values: readonly unknown[], length: number): readonly number[] => values.map(() => length);

const array = (
  type: number,
  lengths: readonly number[],
  write: (buffer: Buffer, offset: number, index: number) => unknown,
): Buffer => {
  const buffer = Buffer.allocUnsafe(lengths.reduce((sum, length) => sum + 4 + length, headerLength));
  let offset = 0;
  for (const value of [1, 0, type, lengths.length, 1]) offset = buffer.writeInt32BE(value, offset);
  for (const [i, length] of lengths.entries()) {
    const start = buffer.writeInt32BE(length, offset);
    write(buffer, start, i);
    offset = start + length;
  }
  return buffer;
};
