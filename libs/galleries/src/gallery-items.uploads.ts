import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { refuse } from '#kernel';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { mediaPaths } from '#platform/images';
import { Projector } from '#platform/projections';
import { type FileChecksum, type Upload, UploadPurpose } from '#platform/uploads';
import { galleryFileTypes, galleryId, galleryUploadPurpose } from './contract.ts';
import { copiesOf, extensionOf, originalPath } from './galleries.paths.ts';
import { GalleriesQueries } from './galleries.queries.ts';
import { gallery, requireCreator, requireOpen, requireRoom } from './gallery.ts';
import { AddGalleryItem, itemIdOf } from './gallery-items.commands.ts';

const ownPath = /^private\/gallery-[^/]+\/[^/]+$/;

/** Photos and videos that a creator uploads into a gallery. */
@Injectable()
export class GalleryItemUploads extends UploadPurpose {
  override readonly name = galleryUploadPurpose;

  constructor(
    private readonly store: EventStore,
    private readonly galleries: GalleriesQueries,
    private readonly context: Context,
    private readonly commands: CommandBus,
    private readonly projector: Projector,
  ) {
    super();
  }

  override owns(path: string): boolean {
    return ownPath.test(path);
  }

  override async referenced(paths: readonly string[]): Promise<readonly string[]> {
    await this.projector.requireCaughtUp('gallery_items', await this.store.head());
    const galleryIds = new Set(paths.map((path) => path.split('/')[1] ?? ''));
    const originals = await this.galleries.pathsIn([...galleryIds]);
    return originals.flatMap((path) => [path, ...mediaPaths(copiesOf(path))]);
  }

  override checksums(): AsyncIterable<FileChecksum> {
    return this.galleries.checksums();
  }

  override async requireAllowed({ id, targetId, fileName, size }: Upload): Promise<void> {
    const target = galleryId.safeParse(targetId);
    if (!target.success) refuse('gallery-not-found', 'Gallery not found');
    const { state } = await this.store.load(gallery, target.data);
    requireCreator(state, this.context.origin.by);
    // The retry of an upload that is already part of the gallery, which may have been delivered since.
    if (state.items.some((item) => item.id === itemIdOf(id))) return;
    requireOpen(state, this.context.origin.by);
    requireRoom(state, size);
    if (!galleryFileTypes[extensionOf(fileName)])
      refuse('gallery-file-type', 'Galleries can hold JPG, PNG, GIF, WebP, MP4, MOV and AVI files');
  }

  override pathOf(upload: Upload): string {
    return originalPath(upload.targetId ?? '', upload);
  }

  override async accept({ id, targetId, fileName, size, sha256 }: Upload, path: string): Promise<void> {
    // The type follows from the extension, because browsers leave it empty for some files.
    const fileType = galleryFileTypes[extensionOf(fileName)] ?? 'application/octet-stream';
    const file = { path, fileName, fileType, fileSize: size, sha256 };
    await this.commands.execute(new AddGalleryItem(targetId ?? '', id, file));
  }
}
