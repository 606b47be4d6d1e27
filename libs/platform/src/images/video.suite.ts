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
};

/** An MP4 file whose header states a duration and a size, without any picture data. */
export const mp4 = ({
  width = 1_920,
  height = 1_080,
  durationMs = 62_500,
  longDuration,
  turned = false,
  track = 'vide',
}: TestVideo = {}) =>
  Buffer.concat([
    box('ftyp', Buffer.from('isom\0\0\0\0isommp42')),
    box(
      'moov',
      box('mvhd', longDuration === undefined ? movieHeader(durationMs) : longMovieHeader(longDuration)),
      box('trak', box('tkhd', trackHeader(width, height, turned)), box('mdia', box('hdlr', handler(track)))),
    ),
    box('mdat', Buffer.alloc(64)),
  ]);

/** An AVI file whose header states a duration and a size, without any picture data. */
export const avi = ({ width = 640, height = 480, durationMs = 10_000 }: TestVideo = {}): Buffer => {
  const chunk = (name: string, ...content: readonly Buffer[]): Buffer => {
    const inner = Buffer.concat(content);
    const header = Buffer.alloc(8);
    header.write(name, 0, 'latin1');
    header.writeUInt32LE(inner.length, 4);
    return Buffer.concat([header, inner]);
  };
  const main = Buffer.alloc(56);
  main.writeUInt32LE(40_000, 0);
  main.writeUInt32LE(durationMs / 40, 16);
  main.writeUInt32LE(width, 32);
  main.writeUInt32LE(height, 36);
  const headers = chunk('LIST', Buffer.from('hdrl'), chunk('avih', main));
  return chunk('RIFF', Buffer.from('AVI '), headers, chunk('LIST', Buffer.from('movi'), Buffer.alloc(64)));
};
