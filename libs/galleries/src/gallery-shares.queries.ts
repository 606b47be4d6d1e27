import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { IdentityQueries } from '#identity';
import { type Actor, refuse } from '#kernel';
import { Context } from '#platform/context';
import { SignedUrls } from '#platform/storage';
import type {
  GalleryItemsFilter,
  GalleryItemsPage,
  GalleryItemUrl,
  GalleryItemUrlRequest,
  GalleryShares,
  SharedGallery,
  SharedGalleryRequirements,
} from './contract.ts';
import { GalleriesQueries } from './galleries.queries.ts';
import { type GalleryShareRow, galleryRows, galleryShareRows } from './galleries.rows.ts';
import { requireCreator } from './gallery.ts';
import { isActive, type ShareAccess } from './gallery-share.ts';

/** How long a visit through a link lasts, in seconds. */
const visitSeconds = 4 * 3_600;
/** The maximum number of links of a gallery that are shown. It is higher than how many can work at the same time. */
const shownLinks = 200;
const shareId = /^gallery-share-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A visit through a link: what it allows, and the client of the gallery, whose view visitors share. */
export type Visit = { readonly share: GalleryShareRow; readonly access: ShareAccess; readonly as: Actor };

/** Links to galleries, for their creators and for the people who open them. */
@Injectable()
export class GallerySharesQueries {
  constructor(
    private readonly em: EntityManager,
    private readonly galleries: GalleriesQueries,
    private readonly identity: IdentityQueries,
    private readonly urls: SignedUrls,
    private readonly context: Context,
  ) {
    urls.addCheck('gallery-share-', async (id) => (await this.#active(id)) !== undefined);
  }

  /** The links of a gallery with who opened them, newest first. For its creator. */
  async of(galleryId: string): Promise<GalleryShares> {
    const gallery = await this.em.findOne(galleryRows, { id: galleryId });
    if (!gallery) refuse('gallery-not-found', 'Gallery not found');
    requireCreator(gallery.state, this.context.origin.by);
    return this.ofGallery(galleryId);
  }

  /** Like {@link of}, for callers who have checked that the reader is the gallery's creator. */
  async ofGallery(galleryId: string): Promise<GalleryShares> {
    const orderBy = { createdAt: 'desc', id: 'desc' } as const;
    const shares = await this.em.find(galleryShareRows, { galleryId }, { orderBy, limit: shownLinks });
    const visitors = shares.flatMap(({ visits }) => visits.flatMap(({ visitorId }) => visitorId ?? []));
    const names = await this.identity.names(visitors);
    return {
      items: shares.map((share) => ({
        id: share.id as GalleryShares['items'][number]['id'],
        label: share.label ?? null,
        access: share.access,
        hasPassword: share.hasPassword,
        hasPin: share.hasPin,
        expiresAt: share.expiresAt ?? null,
        revokedAt: share.revokedAt ?? null,
        createdAt: share.createdAt,
        path: `/shared-galleries/${this.tokenOf(share.id)}`,
        visits: share.visits.map(({ visitorId, ...visit }) => ({
          ...visit,
          visitorName: visitorId ? (names.get(visitorId)?.displayName ?? 'Former member') : null,
        })),
      })),
    };
  }

  /** The text of a link. It follows from the link's id, so that it is not stored, and cannot be guessed. */
  tokenOf(id: string): string {
    const uuid = id.slice('gallery-share-'.length);
    return `${uuid}.${this.urls.signature(`share ${uuid}`)}`;
  }

  /** The id of the link with this text. Refuses `gallery-share-not-found` if it was not made by {@link tokenOf}. */
  idIn(token: string): string {
    const [uuid = '', signature = '', ...more] = token.split('.');
    const id = `gallery-share-${uuid}`;
    const isGenuine = more.length === 0 && this.urls.isSignature(`share ${uuid}`, signature);
    if (!shareId.test(id) || !isGenuine) refuse('gallery-share-not-found', 'This link does not exist');
    return id;
  }

  /** What a visitor has to enter. Refuses `gallery-share-not-found` for a link that no longer works. */
  async requirements(token: string): Promise<SharedGalleryRequirements> {
    const share =
      (await this.#active(this.idIn(token))) ?? refuse('gallery-share-not-found', 'This link does not exist');
    return { needsPassword: share.hasPassword, needsPin: share.hasPin, access: share.access };
  }

  /** A token with which a visit can see the gallery. */
  async visitToken(id: string, access: ShareAccess): Promise<{ accessToken: string; expiresAt: string }> {
    const { token, expiresAt } = this.urls.token({ path: visitOf(id, access), person: id }, visitSeconds);
    return { accessToken: token, expiresAt };
  }

  /** The visit that belongs to a link and its token. Refuses `gallery-share-not-found`. */
  async visit(token: string, accessToken: string): Promise<Visit> {
    const id = this.idIn(token);
    for (const access of ['download', 'view'] as const)
      if (await this.urls.verify(visitOf(id, access), accessToken)) return this.#visit(id, access);
    return refuse('gallery-share-not-found', 'This link does not exist');
  }

  /** The gallery as its client sees it, without what concerns only its parties. */
  async gallery({ share, access, as }: Visit): Promise<SharedGallery> {
    const gallery = await this.galleries.byId(share.galleryId, { by: as, person: share.id });
    const { name, description, status, itemCount, totalSize, cover, creator, booking, originalsLocked, may } = gallery;
    const { removalDate, filesRemovedAt } = gallery;
    const isForDownload = access === 'download';
    return {
      name,
      description,
      status,
      itemCount,
      totalSize,
      cover,
      creatorName: creator.displayName,
      eventType: booking.eventType,
      eventDate: booking.eventDate,
      originalsLocked,
      removalDate,
      filesRemovedAt,
      may: { download: isForDownload && may.download, archive: isForDownload && may.archive },
    };
  }

  items({ share, as }: Visit, filter: GalleryItemsFilter): Promise<GalleryItemsPage> {
    return this.galleries.items(share.galleryId, filter, { by: as, person: share.id });
  }

  /** A URL of an item's file, and whether it is for a download. A visit for viewing also plays videos. */
  async url(
    { share, access, as }: Visit,
    itemId: string,
    request: GalleryItemUrlRequest,
  ): Promise<{ url: GalleryItemUrl; isDownload: boolean }> {
    if (access === 'view' && request.download) refuseDownload();
    const grant = await this.galleries.fileGrant(share.galleryId, itemId, request, { by: as, person: share.id });
    const isDownload = grant.download !== undefined;
    if (access === 'view' && isDownload) refuseDownload();
    return { url: this.urls.sign(grant), isDownload };
  }

  requireDownload({ access }: Visit): void {
    if (access === 'view') refuseDownload();
  }

  /**
   * The rights of a person in a signed URL: those of the client for a visitor; undefined if their link does not work,
   * or if they are suspended.
   */
  async personOf(person: string): Promise<Actor | undefined> {
    if (!shareId.test(person))
      return (await this.identity.hasAccess(person)) ? { id: person, kind: 'user', role: 'client' } : undefined;
    const share = await this.#active(person);
    return share && this.#clientOf(share.galleryId);
  }

  async #visit(id: string, access: ShareAccess): Promise<Visit> {
    const share = await this.#active(id);
    const as = share && (await this.#clientOf(share.galleryId));
    if (!share || !as) refuse('gallery-share-not-found', 'This link does not exist');
    return { share, access, as };
  }

  async #clientOf(galleryId: string): Promise<Actor | undefined> {
    const gallery = await this.em.findOne(galleryRows, { id: galleryId });
    return gallery ? { id: gallery.clientId, kind: 'user', role: 'client' } : undefined;
  }

  async #active(id: string): Promise<GalleryShareRow | undefined> {
    const share = await this.em.findOne(galleryShareRows, { id });
    const gallery = share && (await this.em.findOne(galleryRows, { id: share.galleryId }));
    if (!share || !gallery) return undefined;
    const status = share.revokedAt ? 'revoked' : 'active';
    const works = isActive(
      { status, expiresAt: share.expiresAt ?? null },
      gallery.state,
      this.context.now().toISOString(),
    );
    return works ? share : undefined;
  }
}

const visitOf = (id: string, access: ShareAccess): string => `visit/${id}/${access}`;

function refuseDownload(): never {
  refuse(
    'gallery-share-download-not-allowed',
    'This link is for viewing. Ask for the PIN or another link to download.',
  );
}
