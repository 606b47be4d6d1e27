import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import { copyPath, copyWidths, ObjectExists, Storage } from '#platform/storage';
import { pictureFormat } from './picture.ts';
import { copyPaths, PictureCopies, type PictureFacts } from './picture-copies.ts';
import { PictureRefused } from './picture-refused.ts';
import { containerOf, readVideo, type VideoContainer, type VideoFacts, VideoRefused } from './video.ts';
import { metadataIn, replacementStream } from './video-metadata.ts';
import { drawnPoster, frameOf, hasFfmpeg } from './video-poster.ts';
import { requirePictures } from './video-samples.ts';
import { withWatermark } from './watermark.ts';

/** Where the copies with a watermark are stored, for each width: `<target>.marked.w250.webp`. */
const markedPaths = (target: string) =>
  copyWidths.map((width) => [width, copyPath(`${target}.marked`, width)] as const);

/** The paths of the copies that a photo has, with and without a watermark. */
export const photoPaths = (target: string): readonly string[] => [
  ...copyPaths(target),
  ...markedPaths(target).map(([, path]) => path),
];

/** The paths of everything that {@link MediaCopies} may store for a target, be it a photo or a video. */
export const mediaPaths = (target: string): readonly string[] => [
  ...photoPaths(target),
  posterPath(target),
  ...videoExtensions.map((extension) => `${target}.${extension}`),
];
const posterPath = (target: string): string => `${target}.poster.png`;

const videoExtensions = ['mp4', 'mov', 'avi'];

const extensionOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1).toLowerCase();
const expectedContainer = (path: string): VideoContainer => (extensionOf(path) === 'avi' ? 'avi' : 'mov');
/** The formats of photos by the extension of their file, and the extensions of videos. */
const photoFormats: Readonly<Record<string, string>> = {
  jpg: 'jpeg',
  jpeg: 'jpeg',
  png: 'png',
  gif: 'gif',
  webp: 'webp',
};

/** What is known of a photo or video once its copies are stored. `kind` follows from its content. */
export type MediaFacts = PictureFacts & { readonly kind: 'image' | 'video'; readonly durationMs: number | null };

/**
 * Makes the copies of a photo or video that is shown before it may be downloaded: those of {@link PictureCopies}, and
 * the same widths with a watermark. A video's copies show a frame of it; `<target>.mp4` (or .mov, .avi) is the video
 * without metadata.
 */
@Injectable()
export class MediaCopies {
  /** Looked up once, before the first video. */
  #hasFfmpeg: Promise<boolean> | undefined;

  constructor(
    private readonly storage: Storage,
    private readonly pictures: PictureCopies,
  ) {}

  /**
   * Stores the copies of `source` under {@link mediaPaths} of `target`, a path without extension that differs from the
   * source's. Idempotent. Throws {@link PictureRefused} or `VideoRefused`; after any other error another attempt may
   * succeed.
   */
  async make(source: string, target: string): Promise<MediaFacts> {
    const isVideo = videoExtensions.includes(extensionOf(source));
    const facts = isVideo ? await this.#makeOfVideo(source, target) : await this.#makeOfPhoto(source, target);
    await this.#mark(target);
    return facts;
  }

  async #makeOfPhoto(source: string, target: string): Promise<MediaFacts> {
    const { size } = await this.#stat(source);
    const format = pictureFormat(await this.#bytes(source, size)(0, 12));
    const expected = photoFormats[extensionOf(source)];
    if (format && format !== expected)
      throw new PictureRefused(
        `This file is named .${extensionOf(source)}, but it is in the format ${format.toUpperCase()}.`,
      );
    return { ...(await this.pictures.make(source, target)), kind: 'image', durationMs: null };
  }

  async #makeOfVideo(source: string, target: string): Promise<MediaFacts> {
    const { size } = await this.#stat(source);
    const video = await readVideo(this.#bytes(source, size), size);
    const container = containerOf(await this.#bytes(source, size)(0, 4));
    if (container !== expectedContainer(source))
      throw new VideoRefused(
        `This file is named .${extensionOf(source)}, but it is ${container === 'avi' ? 'an AVI' : 'an MP4 or MOV'} video.`,
      );
    await requirePictures(this.#bytes(source, size), size);
    const poster = posterPath(target);
    await this.#store(poster, await this.#posterOf(source, video));
    const { thumbhash } = await this.pictures.make(poster, target);
    await this.storage.remove([poster]);
    const replaced = replacementStream(await metadataIn(this.#bytes(source, size), size));
    const content = await this.storage.read(source);
    content.once('error', (error) => replaced.destroy(error));
    await this.#store(`${target}.${extensionOf(source)}`, content.pipe(replaced));
    return { ...video, thumbhash, kind: 'video' };
  }

  async #posterOf(source: string, video: VideoFacts): Promise<Buffer> {
    const frame = await this.#frameOf(source, video);
    if (frame && pictureFormat(frame)) return frame;
    const { default: sharp } = await import('sharp');
    return sharp(drawnPoster(video.width, video.height)).png().toBuffer();
  }

  /** ffmpeg seeks in the video, so it needs a file of its own. */
  async #frameOf(source: string, { durationMs }: VideoFacts): Promise<Buffer | undefined> {
    this.#hasFfmpeg ??= hasFfmpeg();
    if (!(await this.#hasFfmpeg)) return undefined;
    const folder = await mkdtemp(join(tmpdir(), 'festoon-video-'));
    try {
      const file = join(folder, 'video');
      await pipeline(await this.storage.read(source), createWriteStream(file));
      return await frameOf(file, expectedContainer(source), durationMs);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  async #mark(target: string): Promise<void> {
    const { default: sharp } = await import('sharp');
    const keptPicture = await buffer(await this.storage.read(`${target}.jpg`));
    for (const [width, path] of markedPaths(target)) {
      const resizedPicture = await sharp(keptPicture)
        .resize({ width, withoutEnlargement: true })
        .keepIccProfile()
        .toBuffer({ resolveWithObject: true });
      const marked = withWatermark(
        sharp(resizedPicture.data).keepIccProfile(),
        resizedPicture.info.width,
        resizedPicture.info.height,
      );
      await this.#store(path, await marked.webp({ quality: 75 }).toBuffer());
    }
  }

  #bytes(path: string, size: number) {
    return async (start: number, length: number): Promise<Buffer> => {
      const end = Math.min(start + length, size) - 1;
      return end < start ? Buffer.alloc(0) : buffer(await this.storage.read(path, { start, end }));
    };
  }

  async #stat(path: string): Promise<{ size: number }> {
    const found = await this.storage.stat(path);
    if (!found) throw new Error(`The file ${path} is not stored`);
    return found;
  }

  /** An earlier attempt may have stored the same copy. */
  async #store(path: string, content: Buffer | Readable): Promise<void> {
    await this.storage.write(path, content).catch((error: unknown) => {
      if (!(error instanceof ObjectExists)) throw error;
    });
  }
}
