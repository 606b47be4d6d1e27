import { EntityManager, type FilterQuery } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { BookingsQueries } from '#bookings';
import { deliversGallery } from '#catalog/contract';
import { IdentityQueries } from '#identity';
import { type Actor, dayAfter, refuse } from '#kernel';
import { Context } from '#platform/context';
import { allPages, olderThan, PlainReads, pageOf, placeIn, sql } from '#platform/reads';
import { type CopySigner, copyPath, type Grant, SignedUrls, Storage } from '#platform/storage';
import type { FileChecksum } from '#platform/uploads';
import {
  type BookingDelivery,
  type GalleriesPage,
  type Gallery,
  type GalleryArchiveRequest,
  type GalleryBookings,
  type GalleryFilter,
  type GalleryItemsFilter,
  type GalleryItemsPage,
  type GalleryItemUrl,
  type GalleryItemUrlRequest,
  type GallerySettings,
  itemsOf,
  previewsOf,
  previewWidths,
  type StaffGallery,
  type StaffGalleryFacts,
  type StaffGalleryPaging,
  staffGalleryFacts,
} from './contract.ts';
import { archivedFiles } from './galleries.archive-names.ts';
import {
  copiesEnding,
  copiesOf,
  downloadName,
  fileIn,
  folderOf,
  galleryIdOf,
  hasVisitorCopy,
  visitorPath,
} from './galleries.paths.ts';
import { deliveryOf, galleryOf, type ItemTotals, itemOf } from './galleries.resources.ts';
import {
  type GalleryItemRow,
  type GalleryRow,
  galleryItemRows,
  galleryRows,
  gallerySettingsRows,
  galleryShareRows,
  galleryVersionRows,
} from './galleries.rows.ts';
import {
  gallery,
  type ItemProgress,
  requireArchive,
  requireFiles,
  requireOriginals,
  requireVisible,
  seesWatermark,
  staffDeliveryDays,
} from './gallery.ts';
import { type ListedRow, shownItem, shownItems } from './gallery-items.queries.ts';
import { defaultSettings } from './gallery-settings.ts';

/**
 * Whose view of a gallery it is, and the id of the person or link for whom URLs are signed. Visitors of a link have the
 * view of the client, and get files without metadata.
 */
export type Viewer = { readonly by: Actor; readonly person: string };

type Where = FilterQuery<GalleryRow>;
type ItemWhere = FilterQuery<GalleryItemRow>;

const newestFirst = { createdAt: 'desc', id: 'desc' } as const;
const inOrder = { sortOrder: 'asc', createdAt: 'asc', id: 'asc' } as const;
const itemPlace = z.tuple([z.int(), z.iso.datetime(), z.string()]);
/** For items whose previews are not shown. */
const noPreviews = { previewUrl: '', previewsExpireAt: new Date(0).toISOString() };
/** How many links of a gallery staff see. */
const maxStaffLinks = 200;
const noItems: ItemTotals = {
  processing: { count: 0, size: 0 },
  ready: { count: 0, size: 0 },
  refused: { count: 0, size: 0 },
};

@Injectable()
export class GalleriesQueries {
  constructor(
    private readonly em: EntityManager,
    private readonly identity: IdentityQueries,
    private readonly bookings: BookingsQueries,
    private readonly urls: SignedUrls,
    private readonly storage: Storage,
    private readonly context: Context,
    private readonly reads: PlainReads,
  ) {}

  /** The galleries that the caller created or can see as a client, newest first. */
  async mine({ bookingId, limit, cursor }: GalleryFilter): Promise<GalleriesPage> {
    const where: Where[] = [ofPerson(this.context.origin.by.id), ...olderThan(cursor)];
    if (bookingId) where.push({ bookingId });
    const rows = await this.em.find(galleryRows, { $and: where }, { orderBy: newestFirst, limit: limit + 1 });
    const { items, nextCursor } = pageOf(rows, limit, ({ createdAt, id }) => [createdAt, id]);
    return { items: await this.#galleries(items), nextCursor };
  }

  /** How many galleries a person created or can see as a client. */
  countOf(personId: string): Promise<number> {
    return this.em.count(galleryRows, ofPerson(personId));
  }

  /** For the creator, and the client once the gallery is ready. Everyone else gets the refusal of a missing one. */
  async byId(id: string, viewer = this.#caller): Promise<Gallery> {
    const [gallery] = await this.#galleries([await this.#visible(id, viewer)], viewer);
    return gallery ?? refuse('gallery-not-found', 'Gallery not found');
  }

  /** The parties of a gallery that the caller sees. Access and refusals are those of {@link byId}. */
  async partiesOf(id: string): Promise<{ readonly clientId: string; readonly creatorId: string }> {
    const { clientId, creatorId } = await this.#visible(id, this.#caller);
    return { clientId, creatorId };
  }

  /** The items that the caller sees, in their order. Access and refusals are those of {@link byId}. */
  async items(
    id: string,
    { limit, cursor, favorites }: GalleryItemsFilter,
    viewer = this.#caller,
  ): Promise<GalleryItemsPage> {
    const row = await this.#visible(id, viewer);
    const after = placeIn(itemPlace, cursor);
    const selection = { limit: limit + 1, after, favorites: favorites !== undefined };
    const found = await shownItems(this.reads, row, viewer.by, selection);
    const page = pageOf(found, limit, (item) => [item.sortOrder, item.createdAt, item.id]);
    return { ...this.#listed(page.items, row, viewer), nextCursor: page.nextCursor };
  }

  /** Rows of items as the viewer sees them, with what makes the URLs of their previews. */
  #listed(rows: readonly ListedRow[], gallery: GalleryRow, { by, person }: Viewer) {
    const signer = this.urls.copies(person);
    const watermarked = seesWatermark(gallery.state, by);
    const isVisitor = person !== by.id;
    return {
      galleryId: gallery.id as Gallery['id'],
      items: rows.map((row) => itemOf(row, gallery.id, isVisitor, signaturesOf(row, gallery, watermarked, signer))),
      previewUrl: previewUrlTemplate(gallery.id, watermarked, signer),
      previewsExpireAt: signer.expiresAt,
    };
  }

  /** A URL of an item's file. Refuses what {@link fileGrant} refuses. */
  async url(
    id: string,
    itemId: string,
    request: GalleryItemUrlRequest,
    viewer = this.#caller,
  ): Promise<GalleryItemUrl> {
    return this.urls.sign(await this.fileGrant(id, itemId, request, viewer));
  }

  /**
   * What a URL of an item's file allows. Refuses `gallery-item-not-found` for an item that the caller does not see or
   * that has no such copy yet, `gallery-originals-locked`, and `gallery-files-removed`. Originals of photos are always
   * downloads: only re-encoded copies are safe to show.
   */
  async fileGrant(
    id: string,
    itemId: string,
    { variant, download }: GalleryItemUrlRequest,
    viewer: Viewer,
  ): Promise<Grant> {
    const row = await this.#visible(id, viewer);
    requireFiles(row.state);
    const { by, person } = viewer;
    const item = await shownItem(this.reads, row, by, itemId);
    if (!item || (variant !== 'original' && item.state !== 'ready'))
      refuse('gallery-item-not-found', 'This file does not exist');
    if (variant === 'original') requireOriginals(row.state, by, await this.#originalsLocked(row));
    const original = person !== by.id && hasVisitorCopy(item) ? visitorPath(item.path, item.kind) : item.path;
    const path =
      variant === 'original'
        ? original
        : copyPath(copiesOf(item.path, seesWatermark(row.state, by)), previewWidths[variant]);
    const name = downloadName(item.fileName ?? 'file', path);
    const isShown = !download && (variant !== 'original' || (item.kind === 'video' && item.state === 'ready'));
    return { path, person, ...(!isShown && { download: name }) };
  }

  /**
   * What an archive of a delivered gallery contains. Refuses `gallery-not-found` for a version that is not the
   * delivered one, `gallery-archive-empty`, and what {@link requireArchive} refuses.
   */
  async archiveContents(
    id: string,
    variant: GalleryArchiveRequest['variant'],
    { by, person }: Viewer,
    version?: number,
  ) {
    const row = await this.em.findOne(galleryRows, { id });
    if (!row || (version !== undefined && version !== row.state.version))
      refuse('gallery-not-found', 'Gallery not found');
    requireArchive(row.state, by, variant === 'original', await this.#originalsLocked(row));
    const delivered = await this.em.findOne(galleryVersionRows, { id });
    const where: ItemWhere = { id: { $in: [...(delivered?.itemIds ?? [])] }, state: 'ready' };
    const items = await this.em.find(galleryItemRows, where, { orderBy: inOrder });
    const files = archivedFiles(items, variant, person !== by.id);
    if (files.length === 0)
      refuse('gallery-archive-empty', 'This gallery has only videos, which can be downloaded as originals');
    return {
      name: row.name ?? 'Gallery',
      version: row.state.version,
      deliveredAt: new Date(delivered?.deliveredAt ?? row.createdAt),
      files,
    };
  }

  /** The caller's confirmed bookings that have no gallery, the latest event first. */
  async bookingsWithoutGallery(): Promise<GalleryBookings> {
    const bookings = await this.bookings.confirmedOf(this.context.origin.by.id);
    const taken = await this.em.find(
      galleryRows,
      { bookingId: { $in: bookings.map(({ id }) => id) } },
      { fields: ['bookingId'] },
    );
    const withGallery = new Set(taken.map(({ bookingId }) => bookingId));
    const left = bookings.filter(({ id }) => !withGallery.has(id));
    const names = await this.identity.names(left.map(({ clientId }) => clientId));
    return {
      items: left.map(({ id, eventName, eventType, eventDate, clientId }) => ({
        id: id as Gallery['bookingId'],
        eventName,
        eventType,
        eventDate,
        client: { id: clientId, displayName: names.get(clientId)?.displayName ?? 'Former member' },
      })),
    };
  }

  /** The caller's rules for their galleries. */
  settings(): Promise<GallerySettings> {
    return this.settingsOf(this.context.origin.by.id);
  }

  /** A creator's rules for their galleries. */
  async settingsOf(creatorId: string): Promise<GallerySettings> {
    return (await this.#settings([creatorId])).get(creatorId) ?? defaultSettings;
  }

  /**
   * The promise to deliver a booking's gallery, for its parties, also before the client sees the gallery, and whether
   * the caller may create it. Refuses `booking-not-found`.
   */
  async delivery(bookingId: string): Promise<BookingDelivery> {
    const { by } = this.context.origin;
    const found = (await this.bookings.summaries([bookingId])).get(bookingId);
    if (!found || (by.id !== found.clientId && by.id !== found.creatorId))
      refuse('booking-not-found', 'Booking not found');
    const row = await this.em.findOne(galleryRows, { id: galleryIdOf(bookingId) });
    const dueDate = row?.dueDate ?? dayAfter(found.lastDate, (await this.settingsOf(found.creatorId)).deliveryDays);
    return deliveryOf(row?.state ?? gallery.initial, found, dueDate, { by, at: this.context.now().toISOString() });
  }

  /** How many galleries a creator made. */
  countCreated(creatorId: string): Promise<number> {
    return this.em.count(galleryRows, { creatorId });
  }

  /** How many galleries a client can see. */
  countReceived(clientId: string): Promise<number> {
    return this.em.count(galleryRows, { clientId, status: { $ne: 'draft' } });
  }

  /**
   * The confirmed bookings for which nothing was delivered {@link staffDeliveryDays} days after the creator's promise.
   * If there is no gallery, the promise that the creator makes today counts. For staff.
   */
  async lateBookings(): Promise<readonly string[]> {
    const lastDueDate = dayAfter(this.context.now().toISOString().slice(0, 10), -staffDeliveryDays);
    const ended = await this.bookings.confirmedUntil(lastDueDate);
    const [rows, settings] = await Promise.all([
      this.em.find(galleryRows, { bookingId: { $in: ended.map(({ id }) => id) } }),
      this.#settings(ended.map(({ creatorId }) => creatorId)),
    ]);
    const galleries = new Map(rows.map((row) => [row.bookingId, row]));
    const late = ended.filter(({ id, creatorId, lastDate, serviceType }) => {
      const row = galleries.get(id);
      if (row) return row.state.version === 0 && row.dueDate <= lastDueDate;
      const { deliveryDays } = settings.get(creatorId) ?? defaultSettings;
      return deliversGallery(serviceType) && dayAfter(lastDate, deliveryDays) <= lastDueDate;
    });
    return late.map(({ id }) => id);
  }

  /**
   * The gallery of a booking, in any status, with a page of its items with previews for the caller. For staff. Refuses
   * `gallery-not-found` if there is none.
   */
  async forStaff(bookingId: string, { limit, cursor }: StaffGalleryPaging): Promise<StaffGallery> {
    const row = await this.#ofBooking(bookingId);
    const viewer = this.#caller;
    const [found, rows, links] = await Promise.all([
      this.#galleries([row], viewer),
      shownItems(this.reads, row, viewer.by, { limit: limit + 1, after: placeIn(itemPlace, cursor) }),
      this.#linksForStaff(row.id),
    ]);
    const [{ cover: _, may: __, ...gallery }] = found as [Gallery];
    const page = pageOf(rows, limit, (item) => [item.sortOrder, item.createdAt, item.id]);
    return { ...gallery, ...this.#listed(page.items, row, viewer), nextCursor: page.nextCursor, links };
  }

  /** What the gallery of a booking is, without its contents and personal data. Refuses `gallery-not-found`. */
  async factsForStaff(bookingId: string): Promise<StaffGalleryFacts> {
    const [found] = await this.#galleries([await this.#ofBooking(bookingId)], this.#caller);
    return staffGalleryFacts.parse(found);
  }

  async #ofBooking(bookingId: string): Promise<GalleryRow> {
    const row = await this.em.findOne(galleryRows, { id: galleryIdOf(bookingId) });
    return row ?? refuse('gallery-not-found', 'This booking has no gallery');
  }

  /** The ids of the links of a gallery, with those that were revoked. */
  async linksOf(galleryId: string): Promise<readonly string[]> {
    return (await this.em.find(galleryShareRows, { galleryId }, { fields: ['id'] })).map(({ id }) => id);
  }

  /** How many links of a gallery were not revoked. */
  countLinks(galleryId: string): Promise<number> {
    return this.em.count(galleryShareRows, { galleryId, revokedAt: null });
  }

  /**
   * What remains of an erased person, as names of streams, rows and files: galleries that are still open, and what
   * belongs to galleries that no longer exist. Galleries whose creator left remain for their client, without links.
   */
  async remainingOf(personId: string): Promise<readonly string[]> {
    const ids = (await this.bookings.idsOf(personId)).map(galleryIdOf);
    const rows = await this.em.find(galleryRows, { id: { $in: ids } });
    const kept = rows.filter(({ clientId, state }) => clientId !== personId && state.creatorLeft);
    const keptIds = new Set(kept.map(({ id }) => id));
    const removedIds = ids.filter((id) => !keptIds.has(id));
    const fields = ['id'] as const;
    const found = await Promise.all([
      this.em.find(galleryItemRows, { galleryId: { $in: removedIds } }, { fields }),
      this.em.find(galleryVersionRows, { id: { $in: removedIds } }, { fields }),
      this.em.find(galleryShareRows, { galleryId: { $in: ids } }, { fields }),
      this.em.find(gallerySettingsRows, { id: `gallery-settings-${personId}` }, { fields }),
    ]);
    const open = rows.filter(({ id }) => !keptIds.has(id));
    const files = await this.#filesIn(removedIds);
    return [...new Set([...open, ...found.flat()].map(({ id }) => id)), ...files];
  }

  /** The first file in the folder of each of these galleries; none for an empty folder. */
  async #filesIn(galleryIds: readonly string[]): Promise<readonly string[]> {
    const paths: string[] = [];
    for (const id of galleryIds)
      for await (const { path } of this.storage.list(folderOf(id))) {
        paths.push(path);
        break;
      }
    return paths;
  }

  /**
   * The galleries that the caller can see, each with its items and, for its creator, its links. URLs of files are left
   * out. Reads one gallery after another, so that an export takes neither all connections nor much memory.
   */
  async ownWithItems() {
    const { id: userId } = this.context.origin.by;
    const galleries = await allPages((page) => this.mine(page));
    const complete = [];
    for (const { may: _, cover: __, ...gallery } of galleries) {
      const items = await this.#exportedItems(gallery.id);
      const links = gallery.creatorId === userId ? await this.#linksWithoutVisitors(gallery.id) : undefined;
      complete.push({ ...gallery, items, ...(links && { links }) });
    }
    return complete;
  }

  async #exportedItems(galleryId: Gallery['id']) {
    const row = await this.#visible(galleryId, this.#caller);
    const rows = await shownItems(this.reads, row, this.#caller.by);
    const items = rows.map((each) => itemOf(each, galleryId, false, null));
    return itemsOf({ ...noPreviews, galleryId, items }).map(({ previews: _, ...item }) => item);
  }

  async #linksForStaff(galleryId: string): Promise<StaffGallery['links']> {
    const links = await this.#linksWithoutVisitors(galleryId, { limit: maxStaffLinks });
    return links.map(({ id, access, hasPassword, hasPin, expiresAt, revokedAt, createdAt, visits }) => ({
      id: id as StaffGallery['links'][number]['id'],
      access,
      hasPassword,
      hasPin,
      expiresAt: expiresAt ?? null,
      revokedAt: revokedAt ?? null,
      createdAt,
      visits,
    }));
  }

  /** Visitors are other people, so they are left out. */
  async #linksWithoutVisitors(galleryId: string, page: { readonly limit?: number } = {}) {
    const rows = await this.em.find(galleryShareRows, { galleryId }, { orderBy: newestFirst, ...page });
    return rows.map(({ visits, ...link }) => ({
      ...link,
      visits: visits.map(({ visitorId: _, ...visit }) => visit),
    }));
  }

  /** Who sees a gallery: its creator, and its client unless it is a draft; no one if it does not exist. */
  async viewers(id: string): Promise<readonly string[]> {
    const row = await this.em.findOne(galleryRows, { id });
    if (!row) return [];
    return row.status === 'draft' ? [row.creatorId] : [row.creatorId, row.clientId];
  }

  /** The processing state of a gallery's items, in their order. */
  async progressOf(galleryId: string): Promise<readonly ItemProgress[]> {
    const rows = await this.em.find(galleryItemRows, { galleryId }, { fields: ['id', 'state'], orderBy: inOrder });
    return rows.map(({ id, state }) => ({ id, state }));
  }

  /** The paths of the originals of all items in these galleries, without those whose files were removed. */
  async pathsIn(galleryIds: readonly string[]): Promise<readonly string[]> {
    const without = await this.#withoutFiles(galleryIds);
    const left = galleryIds.filter((id) => !without.has(id));
    const rows = await this.em.find(galleryItemRows, { galleryId: { $in: left } }, { fields: ['path'] });
    return rows.map(({ path }) => path);
  }

  /** The originals of all items with their checksums. Those that are added in the meantime may be missing. */
  async *checksums(): AsyncIterable<FileChecksum> {
    let rows: readonly GalleryItemRow[] = [];
    do {
      const where = { id: { $gt: rows.at(-1)?.id ?? '' } };
      rows = await this.em.find(galleryItemRows, where, { orderBy: { id: 'asc' }, limit: 500 });
      const without = await this.#withoutFiles(rows.map(({ galleryId }) => galleryId));
      for (const { galleryId, path, sha256 } of rows) if (!without.has(galleryId)) yield { path, sha256 };
    } while (rows.length > 0);
  }

  /** Which of these galleries had their files removed 12 months after the delivery. */
  async #withoutFiles(galleryIds: readonly string[]): Promise<ReadonlySet<string>> {
    const where: Where = { id: { $in: [...new Set(galleryIds)] }, filesRemovedAt: { $ne: null } };
    return new Set((await this.em.find(galleryRows, where, { fields: ['id'] })).map(({ id }) => id));
  }

  /** The row of an item; undefined if it does not exist. */
  async item(id: string): Promise<GalleryItemRow | undefined> {
    return (await this.em.findOne(galleryItemRows, { id })) ?? undefined;
  }

  async #visible(id: string, { by }: Viewer): Promise<GalleryRow> {
    const [row] = await this.reads.all(galleryRows, sql`t.id = ${id}`);
    if (!row) refuse('gallery-not-found', 'Gallery not found');
    requireVisible(row.state, by);
    return row;
  }

  async #galleries(rows: readonly GalleryRow[], viewer = this.#caller): Promise<Gallery[]> {
    const ids = rows.map(({ id }) => id);
    const [names, bookings, settings, totals, covers] = await Promise.all([
      this.identity.names(rows.flatMap(({ clientId, creatorId }) => [clientId, creatorId])),
      this.bookings.summaries(rows.map(({ bookingId }) => bookingId)),
      this.#settings(rows.map(({ creatorId }) => creatorId)),
      this.#totals(ids),
      this.#covers(rows, viewer),
    ]);
    const { by } = viewer;
    const at = this.context.now().toISOString();
    return rows.map((row) =>
      galleryOf(
        row,
        {
          booking: bookings.get(row.bookingId),
          names,
          items: totals.get(row.id) ?? noItems,
          cover: covers.get(row.id) ?? null,
          lockOriginals: (settings.get(row.creatorId) ?? defaultSettings).lockOriginals,
        },
        { by, at },
      ),
    );
  }

  async #originalsLocked({ creatorId, bookingId, state }: GalleryRow): Promise<boolean> {
    if (state.creatorLeft) return false;
    const settings = await this.settingsOf(creatorId);
    return settings.lockOriginals && !(await this.bookings.summaries([bookingId])).get(bookingId)?.paid;
  }

  async #settings(creatorIds: readonly string[]): Promise<ReadonlyMap<string, GallerySettings>> {
    const ids = [...new Set(creatorIds)].map((id) => `gallery-settings-${id}`);
    const rows = await this.em.find(gallerySettingsRows, { id: { $in: ids } });
    return new Map(
      rows.map(({ id, lockOriginals, deliveryDays }) => [
        id.slice('gallery-settings-'.length),
        { lockOriginals, deliveryDays },
      ]),
    );
  }

  async #totals(galleryIds: readonly string[]): Promise<ReadonlyMap<string, ItemTotals>> {
    if (galleryIds.length === 0) return new Map();
    const rows = await this.#kysely()
      .selectFrom('GalleryItemRow')
      .select(({ fn }) => [
        'galleryId',
        'state',
        fn.countAll<string>().as('count'),
        fn.sum<string>('fileSize').as('size'),
      ])
      .where('galleryId', 'in', [...galleryIds])
      .groupBy(['galleryId', 'state'])
      .execute();
    const totals = new Map<string, ItemTotals>();
    for (const { galleryId, state, count, size } of rows)
      totals.set(galleryId, {
        ...(totals.get(galleryId) ?? noItems),
        [state]: { count: Number(count), size: Number(size) },
      });
    return totals;
  }

  /**
   * The first processed item of each gallery, as the caller sees it; of a delivered one the first item of its version.
   */
  async #covers(rows: readonly GalleryRow[], viewer: Viewer): Promise<ReadonlyMap<string, Gallery['cover']>> {
    const [ofVersions, ofOthers] = await Promise.all([
      this.#firstDelivered(rows.filter(({ status }) => status === 'delivered')),
      this.#firstProcessed(rows.filter(({ status }) => status !== 'delivered')),
    ]);
    const items = await this.em.find(galleryItemRows, { id: { $in: [...ofVersions, ...ofOthers] } });
    const byId = new Map(rows.map((row) => [row.id, row]));
    const signer = this.urls.copies(viewer.person);
    return new Map(
      items.map((item) => {
        const row = byId.get(item.galleryId);
        const watermarked = row !== undefined && seesWatermark(row.state, viewer.by);
        const signatures = row ? signaturesOf(item, row, watermarked, signer) : null;
        const previewUrl = previewUrlTemplate(item.galleryId, watermarked, signer);
        const file = fileIn(item.galleryId, item.path);
        const previews = signatures && previewsOf(previewUrl, file, signatures);
        const { width, height, thumbhash } = item;
        if (!previews || !width || !height) return [item.galleryId, null] as const;
        const cover = { width, height, thumbhash: thumbhash ?? null, previews, previewsExpireAt: signer.expiresAt };
        return [item.galleryId, cover] as const;
      }),
    );
  }

  async #firstDelivered(rows: readonly GalleryRow[]): Promise<readonly string[]> {
    const ids = rows.map(({ id }) => id);
    const versions = await this.em.find(galleryVersionRows, { id: { $in: ids } }, { fields: ['firstItemId'] });
    return versions.flatMap(({ firstItemId }) => firstItemId ?? []);
  }

  async #firstProcessed(rows: readonly GalleryRow[]): Promise<readonly string[]> {
    if (rows.length === 0) return [];
    const found = await this.#kysely()
      .selectFrom('GalleryItemRow')
      .distinctOn('galleryId')
      .select(['id'])
      .where('state', '=', 'ready')
      .where(
        'galleryId',
        'in',
        rows.map(({ id }) => id),
      )
      .orderBy('galleryId')
      .orderBy('sortOrder')
      .orderBy('createdAt')
      .orderBy('id')
      .execute();
    return found.map(({ id }) => id);
  }

  get #caller(): Viewer {
    const { by } = this.context.origin;
    return { by, person: by.id };
  }

  #kysely() {
    return this.em
      .getKysely<{ GalleryItemRow: GalleryItemRow }>({
        tableNamingStrategy: 'entity',
        columnNamingStrategy: 'property',
      })
      .withSchema('read');
  }
}

const ofPerson = (id: string): Where => ({ $or: [{ creatorId: id }, { clientId: id, status: { $ne: 'draft' } }] });

/** The signatures of an item's copies; null until it is processed, and once the files were removed. */
const signaturesOf = (
  { path, state }: Pick<GalleryItemRow, 'path' | 'state'>,
  { state: gallery }: GalleryRow,
  watermarked: boolean,
  { sign }: CopySigner,
): string | null => (state !== 'ready' || gallery.filesRemoved ? null : sign(copiesOf(path, watermarked)));

/** The URL template of a gallery's previews. Clients replace `{file}`, `{width}` and `{signature}`. */
const previewUrlTemplate = (galleryId: string, watermarked: boolean, { template }: CopySigner): string =>
  template.replace('{target}', `${galleryId}/{file}${copiesEnding(watermarked)}`);
