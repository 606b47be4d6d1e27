import { buffer } from 'node:stream/consumers';
import { Injectable } from '@nestjs/common';
import { copyPath, copyWidths, ObjectExists, Storage } from '#platform/storage';
import type { DerivedPicture } from './picture.ts';
import { PictureProcesses } from './picture-processes.ts';

/** What pages need to know of a picture before it is loaded; see {@link DerivedPicture}. */
export type PictureFacts = Pick<DerivedPicture, 'width' | 'height' | 'thumbhash'>;

/** The paths of all copies of a picture: `<target>.jpg`, and for each width `<target>.w250.webp`. */
export const copyPaths = (target: string): readonly string[] => [
  `${target}.jpg`,
  ...copyWidths.map((width) => copyPath(target, width)),
];

/** Makes and removes the copies of uploaded pictures that are shown on pages. */
@Injectable()
export class PictureCopies {
  constructor(
    private readonly storage: Storage,
    private readonly processes: PictureProcesses,
  ) {}

  /**
   * Decodes the picture that is stored as `source` and stores its copies under {@link copyPaths} of `target`, a path
   * without extension. Idempotent. Throws {@link PictureRefused}; after any other error another attempt may succeed.
   */
  async make(source: string, target: string): Promise<PictureFacts> {
    const content = await buffer(await this.storage.read(source));
    const { width, height, thumbhash, jpeg, webp } = await this.processes.derive(content);
    await this.#store(`${target}.jpg`, jpeg);
    for (const copyWidth of copyWidths) await this.#store(copyPath(target, copyWidth), webp[copyWidth]);
    return { width, height, thumbhash };
  }

  /** Removes the copies under these targets. Idempotent. */
  async remove(...targets: readonly string[]): Promise<void> {
    await this.storage.remove(targets.flatMap(copyPaths));
  }

  /** An earlier attempt may have stored the same copy. */
  async #store(path: string, content: Buffer): Promise<void> {
    await this.storage.write(path, content).catch((error: unknown) => {
      if (!(error instanceof ObjectExists)) throw error;
    });
  }
}
