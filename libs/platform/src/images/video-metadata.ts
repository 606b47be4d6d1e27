import { Transform } from 'node:stream';
import {
  aviChunksIn,
  type Box,
  type ByteReader,
  boxesIn,
  boxesOfFile,
  contentOf,
  damagedVideo,
  refusingDamage,
  trackHandler,
} from './video.ts';
import { sampleChunks } from './video-samples.ts';

/** A part of a file that is replaced by these bytes, or by zeros. `end` is exclusive. */
export type Replacement = { readonly start: number; readonly end: number; readonly bytes?: Buffer };

/**
 * The boxes that a player needs, for each box that contains others. The rest is overwritten: `udta`, `meta` and `uuid`,
 * in which cameras write the place, the owner and the device, and whatever else a camera invents.
 */
const keptBoxes: Readonly<Record<string, readonly string[]>> = {
  file: ['ftyp', 'styp', 'moov', 'mdat', 'moof', 'mfra', 'sidx', 'wide'],
  moov: ['mvhd', 'trak', 'mvex', 'iods'],
  trak: ['tkhd', 'edts', 'mdia', 'tref', 'tapt'],
  mdia: ['mdhd', 'hdlr', 'minf', 'elng'],
  moof: ['mfhd', 'traf'],
  traf: ['tfhd', 'tfdt', 'trun', 'sbgp', 'sgpd', 'saiz', 'saio', 'senc'],
};
/** Boxes that begin with the times of their creation and last change. */
const datedBoxes = ['mvhd', 'tkhd', 'mdhd'];
/** The maximum number of parts of a track that is overwritten; a long recording has a few thousand. */
const maxChunks = 200_000;

/**
 * The parts of a video, as `readVideo` accepts it, that say where, when and by whom it was recorded: metadata, and
 * tracks that are neither picture nor sound, because cameras record positions in them. Each is replaced by empty space
 * of the same size, so that every other byte keeps its place. What a camera hides in the compressed picture itself
 * remains.
 */
export const metadataIn = (read: ByteReader, size: number): Promise<readonly Replacement[]> =>
  refusingDamage(async () => {
    const isAvi = (await read(0, 4)).toString('latin1') === 'RIFF';
    const found = isAvi ? await metadataInAvi(read, size) : await metadataInMp4(read, size);
    return found.toSorted((a, b) => a.start - b.start);
  });

/** Passes a file through with these parts replaced, which are sorted by their start. */
export const replacementStream = (parts: readonly Replacement[]): Transform => {
  let [at, first] = [0, 0];
  return new Transform({
    transform(chunk: Buffer, _, done) {
      const end = at + chunk.length;
      const content = Buffer.from(chunk);
      while ((parts[first]?.end ?? Number.POSITIVE_INFINITY) <= at) first += 1;
      for (let i = first; (parts[i]?.start ?? end) < end; i += 1) replaceIn(content, at, parts[i] as Replacement);
      at = end;
      done(null, content);
    },
  });
};

/** `at` is where the content begins in the file. */
const replaceIn = (content: Buffer, at: number, { start, end, bytes }: Replacement): void => {
  const [from, to] = [Math.max(start - at, 0), Math.min(end - at, content.length)];
  if (to <= from) return;
  if (bytes) bytes.copy(content, from, at + from - start, at + to - start);
  else content.fill(0, from, to);
};

const zeros = (start: number, end: number): Replacement => ({ start, end });
/** `free` boxes and `JUNK` chunks are empty space. */
const emptiedBox = ({ typeStart, start, end }: Box, type: 'free' | 'JUNK'): readonly Replacement[] => [
  { start: typeStart, end: typeStart + 4, bytes: Buffer.from(type) },
  zeros(start, end),
];

const metadataInMp4 = async (read: ByteReader, size: number): Promise<readonly Replacement[]> => {
  const found: Replacement[] = [];
  for await (const box of boxesOfFile(read, size)) {
    if (!keptBoxes.file?.includes(box.type)) found.push(...emptiedBox(box, 'free'));
    else if (box.type in keptBoxes) found.push(...metadataInBox(await contentOf(box, read), box.type, box.start, size));
  }
  return found;
};

/** `at` is where the content begins in the file. */
const metadataInBox = (content: Buffer, type: string, at: number, size: number): readonly Replacement[] =>
  boxesIn(content).flatMap((inner) => {
    const box: Box = {
      type: inner.type,
      typeStart: at + inner.typeStart,
      start: at + inner.start,
      end: at + inner.end,
    };
    if (!keptBoxes[type]?.includes(box.type)) return emptiedBox(box, 'free');
    if (datedBoxes.includes(box.type)) {
      const isLong = inner.content.readUInt8(0) === 1;
      return [zeros(box.start + 4, box.start + (isLong ? 20 : 12))];
    }
    if (box.type === 'trak' && !isShown(inner.content))
      return [...emptiedBox(box, 'free'), ...samplesOf(inner.content, size)];
    return box.type in keptBoxes ? metadataInBox(inner.content, box.type, box.start, size) : [];
  });

const isShown = (track: Buffer): boolean => ['vide', 'soun'].includes(trackHandler(track) ?? '');

const samplesOf = (track: Buffer, size: number): readonly Replacement[] => {
  const parts: Replacement[] = [];
  for (const { start, end } of sampleChunks(track)) {
    if (parts.length === maxChunks) throw damagedVideo();
    parts.push(zeros(start, Math.min(end, size)));
  }
  return parts;
};

/** The lists of an AVI file that a player needs, and their chunks; content and index have no lists of names. */
const keptChunks: Readonly<Record<string, readonly string[]>> = {
  'AVI ': ['hdrl', 'movi', 'idx1'],
  AVIX: ['movi', 'idx1'],
  hdrl: ['avih', 'strl', 'odml'],
  strl: ['strh', 'strf', 'indx'],
};

const metadataInAvi = async (read: ByteReader, size: number): Promise<readonly Replacement[]> => {
  const found: Replacement[] = [];
  const lists: { start: number; end: number; type?: string }[] = [{ start: 0, end: size }];
  for (const list of lists)
    for await (const chunk of aviChunksIn(read, list.start, list.end, maxChunks)) {
      if (!isKeptChunk(chunk.type, list.type)) found.push(...emptiedBox(chunk, 'JUNK'));
      else if (chunk.isList && chunk.type in keptChunks) lists.push({ ...chunk, start: chunk.start + 4 });
    }
  return found;
};

/** The file itself is a list of lists. */
const isKeptChunk = (type: string, list: string | undefined): boolean =>
  list === undefined ? ['AVI ', 'AVIX'].includes(type) : (keptChunks[list]?.includes(type) ?? false);
