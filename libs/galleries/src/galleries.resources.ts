import type { BookingSummary } from '#bookings';
import { type Actor, allows } from '#kernel';
import type { BookingDelivery, Gallery, ListedItem } from './contract.ts';
import { fileIn } from './galleries.paths.ts';
import type { GalleryRow } from './galleries.rows.ts';
import {
  type Gallery as GalleryState,
  gallery,
  type ItemProgress,
  isLate,
  removalDateOf,
  requireArchive,
  requireFavorites,
  requireOpen,
  requireOriginals,
  requireShareable,
} from './gallery.ts';
import type { ListedRow } from './gallery-items.queries.ts';

/** What a gallery's resource contains besides its row. Sizes in bytes. */
export type GalleryFacts = {
  readonly booking: BookingSummary | undefined;
  readonly names: ReadonlyMap<string, { displayName: string }>;
  readonly items: ItemTotals;
  readonly cover: Gallery['cover'];
  /** Whether the creator hands out originals only after the booking is paid in full. */
  readonly lockOriginals: boolean;
};
/** The items of a gallery in each state. */
export type ItemTotals = Readonly<Record<ItemProgress['state'], { readonly count: number; readonly size: number }>>;
type Viewer = { readonly by: Actor; readonly at: string };

/** Shown instead of the name of a former member. */
const formerMember = 'Former member';

/** A gallery as the viewer sees it. */
export const galleryOf = (row: GalleryRow, facts: GalleryFacts, viewer: Viewer): Gallery => {
  const { booking, names, cover, lockOriginals } = facts;
  const partyOf = (id: string) => ({ id, displayName: names.get(id)?.displayName ?? formerMember });
  // No one is left to pay once the creator was erased.
  const originalsLocked = lockOriginals && !booking?.paid && !row.state.creatorLeft;
  return {
    id: row.id as Gallery['id'],
    bookingId: row.bookingId as Gallery['bookingId'],
    creatorId: row.creatorId,
    clientId: row.clientId,
    name: row.name ?? 'Gallery',
    description: row.description ?? null,
    status: row.status,
    dueDate: row.dueDate,
    isLate: isLate(row.state, booking?.status, viewer.at),
    deliveryDate: row.deliveryDate ?? null,
    version: row.state.version,
    acceptedAt: row.acceptedAt ?? null,
    removalDate: removalDateOf(row.state),
    filesRemovedAt: row.filesRemovedAt ?? null,
    reopenReason: row.reopenReason ?? null,
    createdAt: row.createdAt,
    ...totalsFor(row, facts.items, viewer),
    booking: {
      id: row.bookingId as Gallery['bookingId'],
      eventName: booking?.eventName ?? null,
      eventType: booking?.eventType ?? '',
      eventDate: booking?.eventDate ?? row.createdAt.slice(0, 10),
    },
    creator: partyOf(row.creatorId),
    client: partyOf(row.clientId),
    cover,
    originalsLocked,
    may: mayDo(row, facts.items, originalsLocked, viewer),
  };
};

/** The client sees only processed items; a delivered gallery shows its version. */
const totalsFor = (
  { status, clientId, deliveredCount, deliveredSize }: GalleryRow,
  items: ItemTotals,
  { by }: Viewer,
) => {
  if (status === 'delivered')
    return { itemCount: deliveredCount, totalSize: deliveredSize, itemsProcessing: 0, itemsRefused: 0 };
  const { ready, processing, refused } = items;
  if (by.id === clientId) return { itemCount: ready.count, totalSize: ready.size, itemsProcessing: 0, itemsRefused: 0 };
  return {
    itemCount: ready.count + processing.count + refused.count,
    totalSize: ready.size + processing.size + refused.size,
    itemsProcessing: processing.count,
    itemsRefused: refused.count,
  };
};

/** An item as the viewer sees it. `signatures` are those of its preview URLs; null if it has no previews. */
export const itemOf = (
  row: ListedRow,
  galleryId: string,
  isVisitor: boolean,
  signatures: string | null,
): ListedItem => ({
  id: row.id as ListedItem['id'],
  file: fileIn(galleryId, row.path),
  fileName: row.fileName ?? 'File',
  fileType: row.fileType,
  fileSize: row.fileSize,
  sha256: row.sha256,
  title: row.title ?? null,
  section: row.section ?? null,
  // Only the client and the creator see the client's favorites.
  isFavorite: row.isFavorite && !isVisitor,
  sortOrder: row.sortOrder,
  createdAt: row.createdAt,
  state: row.state,
  refusal: row.refusal ?? null,
  width: row.width ?? null,
  height: row.height ?? null,
  thumbhash: row.thumbhash ?? null,
  duration: typeof row.durationMs === 'number' ? row.durationMs / 1_000 : null,
  signatures,
});

/** The promise to deliver a booking's gallery as the viewer sees it; `state` is the initial one without a gallery. */
export const deliveryOf = (
  state: GalleryState,
  booking: BookingSummary,
  dueDate: string,
  { by, at }: Viewer,
): BookingDelivery => {
  const details = { name: '', description: null, eventDate: booking.lastDate, dueDate };
  const facts = { bookingId: booking.id, booking, ...details };
  return {
    dueDate,
    isLate: isLate({ version: state.version, dueDate }, booking.status, at),
    may: { createGallery: allows(() => gallery.decide.create(state, { facts, by, at })) },
  };
};

/** What the viewer may do now, found by running each decision on the current state without storing its events. */
const mayDo = (
  { state }: GalleryRow,
  totals: ItemTotals,
  originalsLocked: boolean,
  { by, at }: Viewer,
): Gallery['may'] => {
  // One item represents all in the same state, because the decisions only depend on whether there are any.
  const items = Object.entries(totals).flatMap(([itemState, { count }]) =>
    count > 0 ? [{ id: itemState, state: itemState as ItemProgress['state'] }] : [],
  );
  const withItems = { ...state, items: items.map(({ id }) => ({ id, size: 0 })) };
  const isOpen = allows(() => requireOpen(state, by));
  return {
    upload: isOpen,
    edit: isOpen,
    markReady: allows(() => gallery.decide.markReady(withItems, { facts: { items }, by, at })),
    deliver: allows(() => gallery.decide.deliver(withItems, { facts: { items }, by, at })),
    reopen: allows(() => gallery.decide.reopen(state, { facts: { reason: '' }, by, at })),
    accept: allows(() => gallery.decide.accept(state, { facts: { version: state.version }, by, at })),
    favorite: allows(() => requireFavorites(state, by)),
    download: !state.filesRemoved && allows(() => requireOriginals(state, by, originalsLocked)),
    archive: allows(() => requireArchive(state, by, false, originalsLocked)),
    share: allows(() => requireShareable(state, by)),
  };
};
