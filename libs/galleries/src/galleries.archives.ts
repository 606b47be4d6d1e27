import { Injectable } from '@nestjs/common';
import { StoredArchives } from '#platform/archives';
import { Context } from '#platform/context';
import { SignedUrls, type StoredObject } from '#platform/storage';
import type { GalleryArchive, GalleryArchiveRequest } from './contract.ts';
import { GalleriesQueries, type Viewer } from './galleries.queries.ts';
import { GallerySharesQueries } from './gallery-shares.queries.ts';

type Variant = GalleryArchiveRequest['variant'];

/** How long the URL of an archive is valid, in seconds. */
const archiveSeconds = 86_400;

/** Delivered galleries as ZIP files, which are written while they are sent. */
@Injectable()
export class GalleryArchives {
  constructor(
    private readonly galleries: GalleriesQueries,
    private readonly urls: SignedUrls,
    private readonly archives: StoredArchives,
    private readonly shares: GallerySharesQueries,
    private readonly context: Context,
  ) {}

  /** A URL of the archive for the caller, or for the visitor of a link. */
  async open(id: string, variant: Variant, viewer?: Viewer): Promise<GalleryArchive> {
    const { by, person } = viewer ?? { by: this.context.origin.by, person: this.context.origin.by.id };
    const { name, version, files } = await this.galleries.archiveContents(id, variant, { by, person });
    const path = pathOf(id, version, variant);
    const grant = { path, person, download: `${name}.zip` };
    const { token, expiresAt } = this.urls.token(grant, archiveSeconds);
    const url = `/storage/v1/${path}?token=${token}`;
    return { url, expiresAt, fileCount: files.length, size: this.archives.size(files) };
  }

  /**
   * The archive that a token allows; undefined if it does not, or if its person may no longer download the gallery.
   * `object` describes the file, `stream` returns a range of it.
   */
  async find(id: string, version: number, variant: Variant, token: string) {
    const grant = await this.urls.verify(pathOf(id, version, variant), token);
    if (!grant) return undefined;
    const by = await this.shares.personOf(grant.person);
    if (!by) return undefined;
    const { person } = grant;
    const { files, deliveredAt } = await this.galleries.archiveContents(id, variant, { by, person }, version);
    const object: StoredObject = {
      path: `${id}.zip`,
      size: this.archives.size(files),
      modifiedAt: deliveredAt,
      etag: `${id}-${version}-${variant}${person === by.id ? '' : '-link'}`,
    };
    const stream = (start: number, end: number) => this.archives.stream(files, start, end);
    return { object, stream, download: grant.download ?? 'Gallery.zip' };
  }
}

const pathOf = (id: string, version: number, variant: Variant): string =>
  `archive/galleries/${id}/${version}/${variant}`;
