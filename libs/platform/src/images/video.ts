/** Reads `length` bytes from a place in a file; fewer at its end. */
export type ByteReader = (start: number, length: number) => Promise<Buffer>;

/**
 * The metadata in the container of a video: `width` and `height` in pixels as shown; `durationMs` is null if the
 * duration is not stated.
 */
export type VideoFacts = { readonly width: number; readonly height: number; readonly durationMs: number | null };

/** The file is not a video that can be shown. The message says why, for the person who uploaded it. */
export class VideoRefused extends Error {}

/** In bytes. */
const maxIndexSize = 32 * 1_048_576;
/** The maximum number of boxes or chunks in one list; a video has a few dozen. */
const maxParts = 10_000;
/** The maximum width and height of a video, in pixels. */
const maxEdge = 16_384;
const maxHours = 24;

export const damagedVideo = () => new VideoRefused('This video is damaged or incomplete.');
const notVideo = () => new VideoRefused('This file is not a video that Festoon can show.');

/** The codes of Node's errors about reading outside of a buffer. They need not be of this realm's class. */
const outOfRange: ReadonlySet<string> = new Set(['ERR_OUT_OF_RANGE', 'ERR_BUFFER_OUT_OF_BOUNDS']);

/** The containers that can be read. MP4 and MOV are one, because many cameras do not distinguish them. */
export type VideoContainer = 'avi' | 'mov';

/** The container that a file would have if it were a video, by its first bytes. */
export const containerOf = (head: Buffer): VideoContainer => (head.toString('latin1', 0, 4) === 'RIFF' ? 'avi' : 'mov');

/** Reads what the container of an MP4, MOV or AVI file says, without decoding it. Throws {@link VideoRefused}. */
export const readVideo = async (read: ByteReader, size: number): Promise<VideoFacts> => {
  if (size === 0) throw new VideoRefused('This file is empty.');
  const head = await read(0, 12);
  return refusingDamage(async () =>
    requirePlausible(containerOf(head) === 'avi' ? await readAvi(read, size, head) : await readMp4(read, size, head)),
  );
};

/** Refuses a video as damaged if a length in it points outside of it. */
export const refusingDamage = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RangeError || outOfRange.has((error as { code?: string }).code ?? '')) throw damagedVideo();
    throw error;
  }
};

const requirePlausible = (facts: VideoFacts): VideoFacts => {
  const { width, height, durationMs } = facts;
  if (width < 1 || height < 1) throw damagedVideo();
  if (width > maxEdge || height > maxEdge)
    throw new VideoRefused(`This video is too large: ${width} × ${height} pixels.`);
  if (durationMs !== null && durationMs > maxHours * 3_600_000)
    throw new VideoRefused(`This video is longer than ${maxHours} hours.`);
  return facts;
};

/** A box of an MP4 or MOV file: where its type and its content begin, and where it ends. */
export type Box = { readonly type: string; readonly typeStart: number; readonly start: number; readonly end: number };

/** How the first box of an MP4 or MOV file can be called; old MOV files have no `ftyp`. */
const firstBoxes = ['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot'];

const readMp4 = async (read: ByteReader, size: number, head: Buffer): Promise<VideoFacts> => {
  if (!firstBoxes.includes(head.toString('latin1', 4, 8))) throw notVideo();
  let index: Box | undefined;
  let hasContent = false;
  for await (const box of boxesOfFile(read, size)) {
    if (box.type === 'moov') index ??= box;
    if (box.type === 'mdat') hasContent = true;
  }
  if (!index || !hasContent) throw damagedVideo();
  return factsInIndex(await contentOf(index, read));
};

/** The content of a box, which is read at once: an index has at most some megabytes. */
export const contentOf = ({ start, end }: Box, read: ByteReader): Promise<Buffer> => {
  if (end - start > maxIndexSize) throw damagedVideo();
  return read(start, end - start);
};

/** The outermost boxes of an MP4 or MOV file. */
export async function* boxesOfFile(read: ByteReader, size: number): AsyncGenerator<Box> {
  for (let at = 0, count = 0; at + 8 <= size; count++) {
    if (count > maxParts) throw damagedVideo();
    const box = boxAt(await read(at, 16), at, size);
    yield box;
    at = box.end;
  }
}

/** The box whose header this is. `start` is where its content begins. Throws if it does not lie within the file. */
const boxAt = (header: Buffer, at: number, size: number): Box => {
  const shortLength = header.readUInt32BE(0);
  const type = header.toString('latin1', 4, 8);
  const [length, headerLength] = lengthOf(shortLength, header, size - at);
  const end = at + length;
  if (length < headerLength || end > size) throw damagedVideo();
  return { type, typeStart: at + 4, start: at + headerLength, end };
};

/** A length of 1 means that a 64-bit length follows, and 0 that the box ends with the file. */
const lengthOf = (short: number, header: Buffer, rest: number): readonly [length: number, headerLength: number] => {
  if (short === 0) return [rest, 8];
  return short === 1 ? [Number(header.readBigUInt64BE(8)), 16] : [short, 8];
};

/** The boxes in the content of a box; their places are counted from where it begins. */
export const boxesIn = (content: Buffer): readonly (Box & { readonly content: Buffer })[] => {
  const boxes: (Box & { content: Buffer })[] = [];
  for (let at = 0; at + 8 <= content.length; ) {
    if (boxes.length > maxParts) throw damagedVideo();
    const box = boxAt(content.subarray(at, at + 16), at, content.length);
    boxes.push({ ...box, content: content.subarray(box.start, box.end) });
    at = box.end;
  }
  return boxes;
};

/** The first box at the end of this path. */
export const boxIn = (content: Buffer, ...path: readonly string[]): Buffer | undefined =>
  path.reduce<Buffer | undefined>(
    (inner, type) => inner && boxesIn(inner).find((box) => box.type === type)?.content,
    content,
  );

/** What a track contains: `vide`, `soun`, `meta` and others. */
export const trackHandler = (track: Buffer): string | undefined =>
  boxIn(track, 'mdia', 'hdlr')?.toString('latin1', 8, 12);

const factsInIndex = (moov: Buffer): VideoFacts => {
  const header = boxIn(moov, 'mvhd');
  const tracks = boxesIn(moov).filter(({ type }) => type === 'trak');
  const track = tracks.find(({ content }) => trackHandler(content) === 'vide');
  const shape = track && boxIn(track.content, 'tkhd');
  if (!header) throw damagedVideo();
  if (!shape) throw new VideoRefused('This file has no video track.');
  return { ...sizeIn(shape), durationMs: durationIn(header) };
};

const durationIn = (mvhd: Buffer): number | null => {
  const long = mvhd.readUInt8(0) === 1;
  const timescale = mvhd.readUInt32BE(long ? 20 : 12);
  const [duration, largest] = long
    ? [mvhd.readBigUInt64BE(24), 0xffff_ffff_ffff_ffffn]
    : [BigInt(mvhd.readUInt32BE(16)), 0xffff_ffffn];
  // In a recording that was written while it ran, the duration is 0 or the largest number.
  const isUnknown = duration === 0n || duration === largest;
  return timescale === 0 || isUnknown ? null : Math.round((Number(duration) / timescale) * 1_000);
};

/** The size is the last 8 bytes of a track's header, in 16.16 bits, after a matrix that may turn it by 90 degrees. */
const sizeIn = (tkhd: Buffer): { width: number; height: number } => {
  const end = tkhd.readUInt8(0) === 1 ? 96 : 84;
  const [width, height] = [tkhd.readUInt32BE(end - 8) >>> 16, tkhd.readUInt32BE(end - 4) >>> 16];
  const [a, b] = [tkhd.readInt32BE(end - 44), tkhd.readInt32BE(end - 40)];
  return a === 0 && b !== 0 ? { width: height, height: width } : { width, height };
};

/**
 * An AVI file is a list of chunks: first the headers, which say how long and how large the video is, then its content.
 */
const readAvi = async (read: ByteReader, size: number, head: Buffer): Promise<VideoFacts> => {
  if (head.toString('latin1', 8, 12) !== 'AVI ') throw notVideo();
  if (head.readUInt32LE(4) + 8 > size) throw damagedVideo();
  const list = await read(12, 76);
  const names = [list.toString('latin1', 0, 4), list.toString('latin1', 8, 12), list.toString('latin1', 12, 16)];
  if (names.join() !== 'LIST,hdrl,avih' || list.readUInt32LE(16) < 40) throw damagedVideo();
  await aviContent(read, size);
  const frameMicroseconds = list.readUInt32LE(20);
  const frames = list.readUInt32LE(36);
  const [width, height] = [list.readUInt32LE(52), list.readUInt32LE(56)];
  const durationMs = Math.round((frames * frameMicroseconds) / 1_000);
  return { width, height, durationMs: durationMs || null };
};

/** The content of an AVI file: a list of its pictures and sounds. */
export const aviContent = async (read: ByteReader, size: number): Promise<AviChunk> => {
  for await (const chunk of aviChunksIn(read, 12, size)) if (chunk.isList && chunk.type === 'movi') return chunk;
  throw damagedVideo();
};

/** The type of a list is the name at the beginning of its content. `typeStart` is where the header begins. */
export type AviChunk = Box & { readonly isList: boolean };

/** The chunks between two places of an AVI file; at most `limit` of them, otherwise the file is refused as damaged. */
export async function* aviChunksIn(
  read: ByteReader,
  start: number,
  end: number,
  limit = maxParts,
): AsyncGenerator<AviChunk> {
  for (let at = start, count = 0; at + 8 <= end; count++) {
    if (count > limit) throw damagedVideo();
    const header = await read(at, 12);
    const isList = ['RIFF', 'LIST'].includes(header.toString('latin1', 0, 4));
    const type = header.toString('latin1', isList ? 8 : 0, isList ? 12 : 4);
    const length = header.readUInt32LE(4);
    const contentEnd = Math.min(at + 8 + length, end);
    yield { type, isList, typeStart: at, start: at + 8, end: contentEnd };
    // A byte of padding follows a chunk of odd length.
    at = contentEnd + (length % 2);
  }
}
