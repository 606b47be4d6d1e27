import type { Readable } from 'node:stream';
import { Injectable, Module } from '@nestjs/common';
import { Storage, StorageModule } from '#platform/storage';
import { type Checksum, checksumOf } from './checksum.ts';
import { type ZipEntry, ZipLayout } from './zip-layout.ts';
import { zipStream } from './zip-stream.ts';

/** A stored object as a file of an archive. */
export type ArchivedFile = ZipEntry & { readonly path: string };

/** ZIP files of stored objects. They are not stored themselves, but written while they are sent. */
@Injectable()
export class StoredArchives {
  constructor(private readonly storage: Storage) {}

  /** Size and checksum of a stored object. An {@link ArchivedFile} has both. */
  async checksum(path: string): Promise<Checksum> {
    return checksumOf(await this.storage.read(path));
  }

  /** The size of the archive of these files, in bytes. */
  size(files: readonly ArchivedFile[]): number {
    return new ZipLayout(files).size;
  }

  /** The bytes of the archive of these files from `start` to `end`, both inclusive. */
  stream(files: readonly ArchivedFile[], start: number, end: number): Readable {
    return zipStream(new ZipLayout(files), start, end, (entry, range) =>
      this.storage.read(files[entry]?.path ?? '', { start: range.start, end: range.end }),
    );
  }
}

@Module({ imports: [StorageModule], providers: [StoredArchives], exports: [StoredArchives] })
export class ArchivesModule {}
