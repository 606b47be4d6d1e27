import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { mediaPaths } from '#platform/images';
import { faultOf } from '#platform/logging';
import { Storage } from '#platform/storage';
import { copiesOf } from './galleries.paths.ts';
import { GalleriesQueries } from './galleries.queries.ts';

const hour = 3_600_000;
const interval = 6 * hour;
/** How old a file without an item must be: an upload becomes an item within seconds. */
const graceTime = 24 * hour;

/** Removes files of galleries that belong to no item, such as the last upload of a process that was killed. */
@Injectable()
export class GalleryFilesSweeper implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #log = new Logger('Galleries');
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly galleries: GalleriesQueries,
    private readonly storage: Storage,
  ) {}

  onApplicationBootstrap(): void {
    this.#timer = setInterval(() => {
      this.sweep().catch((error: unknown) => this.#log.warn(`Files without an item are kept: ${faultOf(error)}`));
    }, interval).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.#timer);
  }

  /** Returns how many files were removed. Only galleries that can still change are searched. */
  async sweep(now = new Date()): Promise<number> {
    const before = new Date(now.getTime() - graceTime);
    let removed = 0;
    for (const id of await this.galleries.undeliveredIds()) {
      const originals = await this.galleries.originalsIn(id);
      const known = new Set(originals.flatMap((path) => [path, ...mediaPaths(copiesOf(path))]));
      const lost: string[] = [];
      for await (const { path, modifiedAt } of this.storage.list(`private/${id}`))
        if (!known.has(path) && modifiedAt < before) lost.push(path);
      await this.storage.remove(lost);
      removed += lost.length;
    }
    return removed;
  }
}
