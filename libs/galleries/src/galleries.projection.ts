import type { Projection } from '#kernel';
import type {
  GalleryItemRow,
  GalleryRow,
  GallerySettingsRow,
  GalleryShareRow,
  GalleryShareVisit,
  GalleryVersionRow,
} from './galleries.rows.ts';
import { type Gallery, type GalleryEvents, type GalleryStatus, gallery } from './gallery.ts';
import type { GalleryItemEvents } from './gallery-item.ts';
import type { GallerySettingsEvents } from './gallery-settings.ts';
import type { GalleryShareEvents } from './gallery-share.ts';

/**
 * The status is never `none` or `closed`, because a row exists only between these. Changes of the items are not folded:
 * they have their own rows.
 */
const columnsOf = (state: Gallery) => ({ state, status: state.status as GalleryStatus });

export const galleries: Projection<GalleryEvents, GalleryRow> = {
  table: 'galleries',
  version: 1,
  key: ({ stream }) => stream,
  insert: {
    GalleryCreated: (created, { stream, at }) => ({
      ...created,
      ...columnsOf(gallery.evolve.GalleryCreated(gallery.initial, created)),
      id: stream,
      deliveryDate: null,
      deliveredCount: 0,
      deliveredSize: 0,
      acceptedAt: null,
      filesRemovedAt: null,
      reopenReason: null,
      createdAt: at,
    }),
  },
  update: {
    GalleryRescheduled: (row, data) => ({
      ...row,
      ...columnsOf(gallery.evolve.GalleryRescheduled(row.state, data)),
      dueDate: data.dueDate,
    }),
    GalleryMarkedReady: (row, data) => ({ ...row, ...columnsOf(gallery.evolve.GalleryMarkedReady(row.state, data)) }),
    GalleryDelivered: (row, data) => ({
      ...row,
      ...columnsOf(gallery.evolve.GalleryDelivered(row.state, data)),
      deliveryDate: data.deliveredAt.slice(0, 10),
      deliveredCount: data.itemIds.length,
      deliveredSize: data.totalSize,
      reopenReason: null,
    }),
    GalleryReopened: (row, data) => ({
      ...row,
      ...columnsOf(gallery.evolve.GalleryReopened(row.state, data)),
      acceptedAt: null,
      reopenReason: data.reason,
    }),
    GalleryAccepted: (row, data, { at }) => ({
      ...row,
      ...columnsOf(gallery.evolve.GalleryAccepted(row.state, data)),
      acceptedAt: at,
    }),
    GalleryDeliveryReminded: (row, data) => ({
      ...row,
      ...columnsOf(gallery.evolve.GalleryDeliveryReminded(row.state, data)),
    }),
    GalleryRemovalReminded: (row, data) => ({
      ...row,
      ...columnsOf(gallery.evolve.GalleryRemovalReminded(row.state, data)),
    }),
    GalleryFilesRemoved: (row, data, { at }) => ({
      ...row,
      ...columnsOf(gallery.evolve.GalleryFilesRemoved(row.state, data)),
      filesRemovedAt: at,
    }),
    GalleryCreatorLeft: (row, data) => ({
      ...row,
      ...columnsOf(gallery.evolve.GalleryCreatorLeft(row.state, data)),
      reopenReason: null,
    }),
    GalleryClosed: () => null,
  },
};

export const galleryVersions: Projection<
  Pick<GalleryEvents, 'GalleryDelivered' | 'GalleryClosed'>,
  GalleryVersionRow
> = {
  table: 'gallery_versions',
  version: 1,
  key: ({ stream }) => stream,
  insert: {
    GalleryDelivered: ({ version, itemIds, deliveredAt }, { stream }) => ({
      id: stream,
      version,
      itemIds,
      firstItemId: itemIds[0] ?? null,
      deliveredAt,
    }),
  },
  update: { GalleryClosed: () => null },
};

export const galleryItems: Projection<GalleryItemEvents, GalleryItemRow> = {
  table: 'gallery_items',
  version: 1,
  key: ({ stream }) => stream,
  insert: {
    GalleryItemAdded: ({ galleryId, path, fileName, fileType, fileSize, sha256 }, { stream, at }) => ({
      id: stream,
      galleryId,
      path,
      fileName,
      fileType,
      fileSize,
      sha256,
      title: null,
      section: null,
      isFavorite: false,
      sortOrder: 0,
      state: 'processing',
      refusal: null,
      kind: null,
      width: null,
      height: null,
      thumbhash: null,
      durationMs: null,
      originalCrc32: null,
      largeCrc32: null,
      largeSize: null,
      fullCrc32: null,
      fullSize: null,
      createdAt: at,
    }),
  },
  update: {
    GalleryItemDerived: (row, { clientId: _, ...derived }) => ({ ...row, ...derived, state: 'ready' }),
    GalleryItemRefused: (row, { message }) => ({ ...row, state: 'refused', refusal: message }),
    GalleryItemDescribed: (row, { title, section }) => ({ ...row, title, section }),
    GalleryItemMoved: (row, { sortOrder }) => ({ ...row, sortOrder }),
    GalleryItemFavorited: (row) => ({ ...row, isFavorite: true }),
    GalleryItemUnfavorited: (row) => ({ ...row, isFavorite: false }),
    GalleryItemRemoved: () => null,
  },
};

export const gallerySettingsTable: Projection<GallerySettingsEvents, GallerySettingsRow> = {
  table: 'gallery_settings',
  version: 1,
  key: ({ stream }) => stream,
  insert: { GallerySettingsChanged: (settings, { stream }) => ({ id: stream, ...settings }) },
  update: { GallerySettingsRemoved: () => null },
};

/** How many visits of a link its creator sees. */
const shownVisits = 100;

const withVisit = (row: GalleryShareRow, visit: GalleryShareVisit): GalleryShareRow => ({
  ...row,
  visits: [visit, ...row.visits].slice(0, shownVisits),
});

export const galleryShares: Projection<GalleryShareEvents, GalleryShareRow> = {
  table: 'gallery_shares',
  version: 1,
  key: ({ stream }) => stream,
  insert: {
    GalleryShareCreated: ({ galleryId, label, access, hasPassword, hasPin, expiresAt }, { stream, at }) => ({
      id: stream,
      galleryId,
      label,
      access,
      hasPassword,
      hasPin,
      expiresAt,
      revokedAt: null,
      visits: [],
      createdAt: at,
    }),
  },
  update: {
    GalleryShareRevoked: (row, _, { at }) => ({ ...row, revokedAt: at }),
    GalleryShareOpened: (row, { access, visitorId }, { at }) =>
      withVisit(row, { kind: 'opened', access, itemId: null, visitorId, createdAt: at }),
    GalleryShareDownloaded: (row, { itemId }, { at }) =>
      withVisit(row, { kind: 'downloaded', access: null, itemId, visitorId: null, createdAt: at }),
    GalleryShareRemoved: () => null,
  },
};
