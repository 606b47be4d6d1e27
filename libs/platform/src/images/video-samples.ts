import {
  type AviChunk,
  aviChunksIn,
  aviContent,
  type Box,
  type ByteReader,
  boxesIn,
  boxesOfFile,
  boxIn,
  containerOf,
  contentOf,
  damagedVideo,
  refusingDamage,
  trackHandler,
} from './video.ts';

/** A part of a file, in bytes from its beginning. `end` is exclusive. */
type Part = { readonly start: number; readonly end: number };

/** How many parts of a video are checked for content, and how many bytes of each. */
const checkedParts = 16;
const checkedLength = 4_096;
/** How many chunks of an AVI file are searched for a picture. Usually it is the first or second one. */
const maxSearched = 10_000;

/**
 * Throws `VideoRefused` if a video, as `readVideo` accepts it, has no pictures: if its index lists none, or lists some
 * behind the end of the file, or if there are only zeros where they should be, as in a file whose copying was
 * interrupted. Whether a player can decode the pictures is not known before ffmpeg or a browser tries it.
 */
export const requirePictures = (read: ByteReader, size: number): Promise<void> =>
  refusingDamage(async () => {
    const isAvi = containerOf(await read(0, 4)) === 'avi';
    if (!(isAvi ? await hasAviPictures(read, size) : await hasMp4Pictures(read, size))) throw damagedVideo();
  });

const hasMp4Pictures = async (read: ByteReader, size: number): Promise<boolean> => {
  const boxes: Box[] = [];
  for await (const box of boxesOfFile(read, size)) boxes.push(box);
  const index = boxes.find(({ type }) => type === 'moov');
  const tracks = index ? boxesIn(await contentOf(index, read)).filter(({ type }) => type === 'trak') : [];
  for (const { content } of tracks)
    if (trackHandler(content) === 'vide' && (await hasSamples(content, read, size))) return true;
  // The index of a recording in fragments lists nothing: each fragment lists its own pictures.
  const isFragmented = boxes.some(({ type }) => type === 'moof');
  const contents = boxes.filter(({ type }) => type === 'mdat');
  return isFragmented && hasContent(contents, contents.length, read);
};

const hasSamples = (track: Buffer, read: ByteReader, size: number): Promise<boolean> => {
  let count = 0;
  for (const { end } of sampleChunks(track)) {
    if (end > size) throw damagedVideo();
    count += 1;
  }
  return hasContent(sampleChunks(track), count, read);
};

/** Whether any of these parts has a byte that is not zero. If there are many, only some are read, evenly distributed. */
const hasContent = async (parts: Iterable<Part>, count: number, read: ByteReader): Promise<boolean> => {
  const step = Math.ceil(count / checkedParts);
  let i = 0;
  for (const { start, end } of parts) {
    const isChecked = i % step === 0;
    i += 1;
    if (isChecked && (await read(start, Math.min(end - start, checkedLength))).some((byte) => byte !== 0)) return true;
  }
  return false;
};

/** The end of the types of chunks of sound, texts, colors and indexes. The first two characters number the stream. */
const noPictures = ['wb', 'tx', 'pc', 'ix'];

/**
 * Pictures are in chunks such as `00dc`, some of which are empty because they repeat the previous picture. Their bytes
 * are not checked: a video without compression begins with zeros if its first scene is dark.
 */
const hasAviPictures = async (read: ByteReader, size: number): Promise<boolean> => {
  let count = 0;
  for await (const { type, start, end } of chunksOfContent(read, size)) {
    if (isPicture(type) && end > start) return true;
    count += 1;
    if (count > maxSearched) return false;
  }
  return false;
};

/** The chunks in the content of an AVI file: first those of its list, then those of the lists in it. */
async function* chunksOfContent(read: ByteReader, size: number): AsyncGenerator<AviChunk> {
  const lists = [await aviContent(read, size)];
  for (const list of lists)
    for await (const chunk of aviChunksIn(read, list.start + 4, list.end)) {
      if (chunk.isList) lists.push(chunk);
      yield chunk;
    }
}

const isPicture = (type: string): boolean => /^[0-9a-f]{2}/i.test(type) && !noPictures.includes(type.slice(2));

/**
 * Where the samples of a track of an MP4 or MOV file are. Its tables say which chunks it has, how many samples are in
 * each, and how large those are. A track without these tables has no samples.
 */
export function* sampleChunks(track: Buffer): Generator<Part> {
  const tables = boxIn(track, 'mdia', 'minf', 'stbl') ?? Buffer.alloc(0);
  const offsets = boxesIn(tables).find(({ type }) => type === 'stco' || type === 'co64');
  const [runs, sizes] = [boxIn(tables, 'stsc'), boxesIn(tables).find(({ type }) => type === 'stsz' || type === 'stz2')];
  if (!offsets || !runs || !sizes) return;
  const sizeOfSamples = sizes.type === 'stsz' ? samplesIn(sizes.content) : compactSamplesIn(sizes.content);
  const countIn = samplesPerChunk(runs);
  const count = offsets.content.readUInt32BE(4);
  for (let chunk = 0, sample = 0; chunk < count; chunk += 1) {
    const start =
      offsets.type === 'co64'
        ? Number(offsets.content.readBigUInt64BE(8 + chunk * 8))
        : offsets.content.readUInt32BE(8 + chunk * 4);
    const length = countIn(chunk + 1);
    yield { start, end: start + sizeOfSamples(sample, length) };
    sample += length;
  }
}

/** The size of `count` samples from one on, in bytes. */
type SizeOfSamples = (first: number, count: number) => number;

/** Samples have one size, or each its own. */
const samplesIn = (stsz: Buffer): SizeOfSamples => {
  const size = stsz.readUInt32BE(4);
  const known = Math.min(
    stsz.readUInt32BE(8),
    size === 0 ? Math.floor((stsz.length - 12) / 4) : Number.POSITIVE_INFINITY,
  );
  if (size > 0) return (first, count) => Math.max(0, Math.min(first + count, known) - first) * size;
  return sumOf(known, (sample) => stsz.readUInt32BE(12 + sample * 4));
};

/** Samples whose sizes have 4, 8 or 16 bits. */
const compactSamplesIn = (stz2: Buffer): SizeOfSamples => {
  const bits = stz2.readUInt8(7);
  const known = Math.min(stz2.readUInt32BE(8), Math.floor(((stz2.length - 12) * 8) / bits));
  return sumOf(known, (sample) => {
    if (bits === 16) return stz2.readUInt16BE(12 + sample * 2);
    if (bits === 8) return stz2.readUInt8(12 + sample);
    const both = stz2.readUInt8(12 + (sample >> 1));
    return sample % 2 === 0 ? both >> 4 : both & 15;
  });
};

const sumOf =
  (known: number, sizeOf: (sample: number) => number): SizeOfSamples =>
  (first, count) => {
    let sum = 0;
    for (let sample = first; sample < Math.min(first + count, known); sample += 1) sum += sizeOf(sample);
    return sum;
  };

/** How many samples the chunk with this number has. An entry is valid up to the first chunk of the next one. */
const samplesPerChunk = (stsc: Buffer) => {
  const entries = stsc.readUInt32BE(4);
  let entry = 0;
  return (chunk: number): number => {
    while (entry + 1 < entries && stsc.readUInt32BE(8 + (entry + 1) * 12) <= chunk) entry += 1;
    return stsc.readUInt32BE(8 + entry * 12 + 4);
  };
};
