import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Instant, WholeNumber } from '#platform/projections';
import type { Gallery, GalleryStatus } from './gallery.ts';
import type { MediaKind } from './gallery-item.ts';
import type { ShareAccess } from './gallery-share.ts';

/** Sizes in bytes. `deliveredCount` and `deliveredSize` are those of the version that was delivered last. */
export const galleryRows = defineEntity({
  name: 'GalleryRow',
  properties: {
    id: p.text().primary(),
    bookingId: p.text(),
    creatorId: p.text(),
    clientId: p.text(),
    name: p.text().nullable(),
    description: p.text().nullable(),
    status: p.text().$type<GalleryStatus>(),
    /** The day by which the creator promised to deliver. */
    dueDate: p.date(),
    deliveryDate: p.date().nullable(),
    deliveredCount: p.type(WholeNumber),
    deliveredSize: p.type(WholeNumber),
    acceptedAt: p.type(Instant).nullable(),
    filesRemovedAt: p.type(Instant).nullable(),
    reopenReason: p.text().nullable(),
    /** The aggregate's state, on which `decide` works, without its items: there may be thousands. */
    state: p.json<Gallery>(),
    createdAt: p.type(Instant),
  },
  indexes: [
    { properties: ['creatorId', 'createdAt', 'id'] },
    { properties: ['clientId', 'createdAt', 'id'] },
    { properties: ['bookingId'] },
  ],
});
export type GalleryRow = InferEntity<typeof galleryRows>;

/** The items of the version that was delivered last, in their order. The id is the gallery's. */
export const galleryVersionRows = defineEntity({
  name: 'GalleryVersionRow',
  properties: {
    id: p.text().primary(),
    version: p.type(WholeNumber),
    itemIds: p.json<readonly string[]>(),
    firstItemId: p.text().nullable(),
    deliveredAt: p.type(Instant),
  },
});
export type GalleryVersionRow = InferEntity<typeof galleryVersionRows>;

/**
 * `width`, `height`, `thumbhash` and `kind` are set once the file is processed, `refusal` if it cannot be. Checksums
 * are CRC-32.
 */
export const galleryItemRows = defineEntity({
  name: 'GalleryItemRow',
  properties: {
    id: p.text().primary(),
    galleryId: p.text(),
    path: p.text(),
    fileName: p.text().nullable(),
    fileType: p.text(),
    fileSize: p.type(WholeNumber),
    sha256: p.text(),
    title: p.text().nullable(),
    section: p.text().nullable(),
    isFavorite: p.boolean(),
    sortOrder: p.type(WholeNumber),
    state: p.text().$type<'processing' | 'ready' | 'refused'>(),
    refusal: p.text().nullable(),
    kind: p.text().$type<MediaKind>().nullable(),
    width: p.type(WholeNumber).nullable(),
    height: p.type(WholeNumber).nullable(),
    thumbhash: p.text().nullable(),
    durationMs: p.type(WholeNumber).nullable(),
    originalCrc32: p.type(WholeNumber).nullable(),
    largeCrc32: p.type(WholeNumber).nullable(),
    largeSize: p.type(WholeNumber).nullable(),
    fullCrc32: p.type(WholeNumber).nullable(),
    fullSize: p.type(WholeNumber).nullable(),
    createdAt: p.type(Instant),
  },
  indexes: [{ properties: ['galleryId', 'sortOrder', 'createdAt', 'id'] }],
});
export type GalleryItemRow = InferEntity<typeof galleryItemRows>;

/** A visit through a link, or a download; `itemId` is null for a download of all files. `createdAt` in ISO 8601 UTC. */
export type GalleryShareVisit = {
  readonly kind: 'opened' | 'downloaded';
  readonly access: ShareAccess | null;
  readonly itemId: string | null;
  readonly visitorId: string | null;
  readonly createdAt: string;
};

/** `visits` are the latest ones, newest first. */
export const galleryShareRows = defineEntity({
  name: 'GalleryShareRow',
  properties: {
    id: p.text().primary(),
    galleryId: p.text(),
    label: p.text().nullable(),
    access: p.text().$type<ShareAccess>(),
    hasPassword: p.boolean(),
    hasPin: p.boolean(),
    expiresAt: p.type(Instant).nullable(),
    revokedAt: p.type(Instant).nullable(),
    visits: p.json<readonly GalleryShareVisit[]>(),
    createdAt: p.type(Instant),
  },
  indexes: [{ properties: ['galleryId', 'createdAt'] }],
});
export type GalleryShareRow = InferEntity<typeof galleryShareRows>;

/** The id is the stream's. */
export const gallerySettingsRows = defineEntity({
  name: 'GallerySettingsRow',
  properties: { id: p.text().primary(), lockOriginals: p.boolean(), deliveryDays: p.type(WholeNumber) },
});
export type GallerySettingsRow = InferEntity<typeof gallerySettingsRows>;
