/** A box of an MP4 or MOV file. */
export const box = (type: string, ...content: readonly Buffer[]): Buffer => {
  const inner = Buffer.concat(content);
  const header = Buffer.alloc(8);
  header.writeUInt32BE(inner.length + 8);
  header.write(type, 4, 'latin1');
  return Buffer.concat([header, inner]);
};

const movieHeader = (durationMs: number): Buffer => {
  const content = Buffer.alloc(100);
  content.writeUInt32BE(1_000, 12);
  content.writeUInt32BE(durationMs, 16);
  return content;
};

/** Version 1 of the header: times have 64 bits. */
const longMovieHeader = (duration: bigint): Buffer => {
  const content = Buffer.alloc(112);
  content.writeUInt8(1, 0);
  content.writeUInt32BE(1_000_000, 20);
  content.writeBigUInt64BE(duration, 24);
  return content;
};

const trackHeader = (width: number, height: number, turned: boolean): Buffer => {
  const content = Buffer.alloc(84);
  const matrix = turned
    ? [0, 0x10000, 0, -0x10000, 0, 0, 0, 0, 0x40000000]
    : [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000];
  for (const [i, value] of matrix.entries()) content.writeInt32BE(value, 40 + i * 4);
  content.writeUInt32BE(width * 0x10000, 76);
  content.writeUInt32BE(height * 0x10000, 80);
  return content;
};

const handler = (type: string): Buffer => Buffer.concat([Buffer.alloc(8), Buffer.from(type), Buffer.alloc(13)]);

export type TestVideo = {
  width?: number;
  height?: number;
  durationMs?: number;
  /** A 64-bit duration in microseconds, instead of `durationMs`. */
  longDuration?: bigint;
  turned?: boolean;
  track?: string;
  /** The tables of the samples, which are in the last 64 bytes of the file, from `contentStart` on. */
  tables?: (contentStart: number) => Buffer;
  /** The last 64 bytes of the file: its samples. */
  content?: Buffer;
};

/** An MP4 file whose header states a duration and a size, with four samples that no player can decode. */
export const mp4 = ({
  width = 1_920,
  height = 1_080,
  durationMs = 62_500,
  longDuration,
  turned = false,
  track = 'vide',
  tables = (contentStart) => sampleTables([16, 16, 16, 16], [contentStart, contentStart + 32], 2),
  content = Buffer.from(pictureBytes.repeat(4)),
}: TestVideo = {}) => {
  const type = box('ftyp', Buffer.from('isom\0\0\0\0isommp42'));
  const indexFor = (contentStart: number) =>
    box(
      'moov',
      box('mvhd', longDuration === undefined ? movieHeader(durationMs) : longMovieHeader(longDuration)),
      box(
        'trak',
        box('tkhd', trackHeader(width, height, turned)),
        box('mdia', box('hdlr', handler(track)), box('minf', tables(contentStart))),
      ),
    );
  return Buffer.concat([type, indexFor(type.length + indexFor(0).length + 8), box('mdat', content)]);
};

/** The tables of samples of these sizes, in chunks at these places with the same number of samples each. */
export const sampleTables = (sizes: readonly number[], chunks: readonly number[], perChunk: number): Buffer =>
  box(
    'stbl',
    box('stsc', numbers(0, 1, 1, perChunk, 1)),
    box('stsz', numbers(0, 0, sizes.length, ...sizes)),
    box('stco', numbers(0, chunks.length, ...chunks)),
  );

const numbers = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [i, value] of values.entries()) bytes.writeUInt32BE(value, i * 4);
  return bytes;
};

/** The place in the metadata of {@link placedMp4} and {@link placedAvi}, and bytes of their picture. */
export const recordedPlace = '+44.4759-073.2121/';
export const pictureBytes = 'PICTURE-PICTURE!';

/**
 * An MP4 file in which a camera wrote a place wherever cameras do: in the metadata of the file, the movie and a track,
 * in what it deleted, and in a track of positions. With `sizes` the samples of that track have their own sizes, with
 * `long` their places 64 bits.
 */
export const placedMp4 = ({ sizes = true, long = false } = {}): Buffer => {
  const place = Buffer.from(recordedPlace);
  const { length } = place;
  const start = [
    box('ftyp', Buffer.from('isom\0\0\0\0isommp42')),
    box('uuid', Buffer.alloc(16, 7), place),
    box('free', place),
  ];
  // The index comes last, so that the places of the samples do not depend on its size: one chunk of two, and one of
  // one.
  const contentStart = Buffer.concat(start).length + 8;
  const picture = Buffer.from(pictureBytes);
  const content = box('mdat', picture, place, place, picture, place, picture);
  const chunks = [contentStart + picture.length, contentStart + 2 * picture.length + 2 * length];
  const offsets = long
    ? box('co64', numbers(0, 2, 0, chunks[0] ?? 0, 0, chunks[1] ?? 0))
    : box('stco', numbers(0, 2, ...chunks));
  const tables = box(
    'stbl',
    box('stsc', numbers(0, 2, 1, 2, 1, 2, 1, 1)),
    box('stsz', sizes ? numbers(0, 0, 3, length, length, length) : numbers(0, length, 3)),
    offsets,
  );
  const positions = box(
    'mdia',
    box('mdhd', numbers(0, 7, 7, 0, 0, 0)),
    box('hdlr', handler('meta')),
    box('minf', tables),
  );
  const pictures = sampleTables([picture.length], [contentStart], 1);
  const picturesAndSound = ['vide', 'soun'].map((type) =>
    box(
      'trak',
      box('tkhd', trackHeader(1_920, 1_080, false)),
      box('mdia', box('hdlr', handler(type)), box('minf', ...(type === 'vide' ? [pictures] : []))),
      box('udta', place),
    ),
  );
  const header = movieHeader(62_500);
  header.write('date', 4);
  header.write('date', 8);
  const tracks = [...picturesAndSound, box('trak', box('tkhd', trackHeader(0, 0, false)), positions)];
  const index = box('moov', box('mvhd', header), ...tracks, box('udta', box('\xa9xyz', place)), box('meta', place));
  return Buffer.concat([...start, content, index]);
};

/** An AVI file with a place in the chunks where cameras write it. */
export const placedAvi = (): Buffer => {
  const place = Buffer.from(recordedPlace);
  const info = aviChunk('LIST', Buffer.from('INFO'), aviChunk('ILOC', place));
  return avi({}, info, aviChunk('LIST', Buffer.from('strl'), aviChunk('strd', place)));
};

/** An AVI file whose header states a duration and a size, with one picture that no player can decode. */
export const avi = (
  { width = 640, height = 480, durationMs = 10_000, content = aviChunk('00dc', Buffer.alloc(56, 7)) }: TestVideo = {},
  information: Buffer = Buffer.alloc(0),
  ...streams: readonly Buffer[]
): Buffer => {
  const main = Buffer.alloc(56);
  main.writeUInt32LE(40_000, 0);
  main.writeUInt32LE(durationMs / 40, 16);
  main.writeUInt32LE(width, 32);
  main.writeUInt32LE(height, 36);
  const headers = aviChunk('LIST', Buffer.from('hdrl'), aviChunk('avih', main), ...streams);
  return aviChunk('RIFF', Buffer.from('AVI '), headers, information, aviChunk('LIST', Buffer.from('movi'), content));
};

export const aviChunk = (name: string, ...content: readonly Buffer[]): Buffer => {
  const inner = Buffer.concat(content);
  const header = Buffer.alloc(8);
  header.write(name, 0, 'latin1');
  header.writeUInt32LE(inner.length, 4);
  return Buffer.concat([header, inner]);
};
