import { type Actor, aggregate, type Nothing, type PersonalData, refuse } from '#kernel';

export type GalleryStatus = 'draft' | 'ready' | 'delivered';

/** The booking that a gallery is created for. */
type GalleryBooking = { clientId: string; creatorId: string; status: string };
/** An item's row when a command runs: `state` as in {@link GalleryItem}. */
export type ItemProgress = { readonly id: string; readonly state: 'processing' | 'ready' | 'refused' };
/** The rows of a gallery's items, in their order. They may lag behind: which items the gallery has is in its own state. */
type Progress = { items: readonly ItemProgress[] };
/** An item that a gallery has; `size` in bytes. */
export type ListedItem = { readonly id: string; readonly size: number };

/** How much one gallery can hold: files, and their bytes. A delivery lists all files in one event. */
export const largestGallery = { count: 5_000, bytes: 50 * 1_024 ** 3 };

export type GalleryCommands = {
  /** `dueDate`: the last day of the creator's promise to deliver, YYYY-MM-DD. */
  create: {
    bookingId: string;
    booking: GalleryBooking | null;
    name: string;
    description: string | null;
    dueDate: string;
  };
  /** Makes an uploaded file part of the gallery, before its own stream begins. */
  list: { itemId: string; size: number };
  /** The file is no longer part of the gallery. Its own stream ends afterwards. */
  unlist: { itemId: string };
  markReady: Progress;
  deliver: Progress;
  reopen: { reason: string };
  /** `version` is the one that the client looked at. */
  accept: { version: number };
  /** Closes the gallery for good because this party is erased. */
  close: { personId: string };
};

export type GalleryEvents = {
  GalleryCreated: {
    bookingId: string;
    creatorId: string;
    clientId: string;
    name: string;
    description: string | null;
    /** The last day of the promise to deliver, YYYY-MM-DD. */
    dueDate: string;
  };
  /** Decides, on the gallery's own stream, that a file belongs to it. `size` in bytes. */
  GalleryItemListed: { itemId: string; size: number };
  GalleryItemUnlisted: { itemId: string };
  GalleryMarkedReady: Nothing;
  /** The items of this version, in their order, and their total size in bytes. Later uploads do not belong to it. */
  GalleryDelivered: { version: number; itemIds: readonly string[]; totalSize: number };
  GalleryReopened: { version: number; reason: string; creatorId: string };
  GalleryAccepted: { version: number };
  /** A party was erased: the gallery does not exist any more, and its files are removed. */
  GalleryClosed: { personId: string };
};

const personalData: PersonalData<GalleryEvents> = {
  GalleryCreated: { of: 'creatorId', fields: ['name', 'description'] },
  GalleryReopened: { of: 'creatorId', fields: ['reason'] },
};

export type Gallery = {
  readonly status: 'none' | GalleryStatus | 'closed';
  readonly bookingId: string;
  readonly creatorId: string;
  readonly clientId: string;
  /** How often the gallery was delivered. */
  readonly version: number;
  readonly accepted: boolean;
  /** What a delivery hands over. Changes of the contents and deliveries are decided on the same stream. */
  readonly items: readonly ListedItem[];
  /** The ids of items that were removed. */
  readonly removedItems: readonly string[];
};

export const gallery = aggregate<GalleryCommands, GalleryEvents, Gallery, 'gallery'>({
  stream: 'gallery',
  personalData,
  initial: {
    status: 'none',
    bookingId: '',
    creatorId: '',
    clientId: '',
    version: 0,
    accepted: false,
    items: [],
    removedItems: [],
  },

  decide: {
    create({ status }, { facts: { booking, ...details }, by }) {
      if (!booking) refuse('booking-not-found', 'Booking not found');
      const { clientId, creatorId } = booking;
      if (by.id === clientId) refuse('gallery-not-allowed', 'Only the creator of a booking can create its gallery');
      if (by.id !== creatorId) refuse('booking-not-yours', 'Booking not found');
      if (status !== 'none') refuse('gallery-exists', 'This booking already has a gallery');
      if (booking.status !== 'confirmed')
        refuse('gallery-booking-not-confirmed', 'Only a confirmed booking can have a gallery');
      return [{ type: 'GalleryCreated', data: { ...details, creatorId, clientId } }];
    },

    // Idempotent: the item's id is that of the upload, which may be completed again, even after a delivery or a removal.
    list(state, { facts: { itemId, size }, by }) {
      if (state.items.some(({ id }) => id === itemId) || state.removedItems.includes(itemId)) return [];
      requireOpen(state, by);
      requireRoom(state, size);
      return [{ type: 'GalleryItemListed', data: { itemId, size } }];
    },

    unlist(state, { facts: { itemId }, by }) {
      const isPerson = by.kind === 'user' || by.kind === 'staff';
      if (isPerson) requireOpen(state, by);
      const isListed = state.items.some(({ id }) => id === itemId);
      if (isPerson && !isListed && !state.removedItems.includes(itemId))
        refuse('gallery-item-not-found', 'This file does not exist');
      const isOpen = state.status === 'draft' || state.status === 'ready';
      return isListed && isOpen ? [{ type: 'GalleryItemUnlisted', data: { itemId } }] : [];
    },

    markReady(state, { facts: { items }, by }) {
      requireCreator(state, by);
      if (state.status !== 'draft') refuse('gallery-not-draft', 'This gallery is already ready');
      requireProcessed(state, items);
      return [{ type: 'GalleryMarkedReady', data: {} }];
    },

    deliver(state, { facts: { items }, by }) {
      requireCreator(state, by);
      if (state.status === 'draft') refuse('gallery-not-ready', 'Mark the gallery as ready before you deliver it');
      if (state.status !== 'ready') refuse('gallery-not-ready', 'This gallery is already delivered');
      const itemIds = requireProcessed(state, items);
      const totalSize = sizeOf(state);
      return [{ type: 'GalleryDelivered', data: { version: state.version + 1, itemIds, totalSize } }];
    },

    reopen(state, { facts: { reason }, by }) {
      requireCreator(state, by);
      requireDelivered(state);
      if (state.accepted) refuse('gallery-accepted', 'The client has accepted this gallery, so it stays as it is');
      return [{ type: 'GalleryReopened', data: { version: state.version, reason, creatorId: state.creatorId } }];
    },

    accept(state, { facts: { version }, by }) {
      requireVisible(state, by);
      if (by.id !== state.clientId) refuse('gallery-not-allowed', 'Only the client can accept a gallery');
      requireDelivered(state);
      if (version !== state.version)
        refuse(
          'gallery-version-changed',
          'The gallery was delivered again. Look at the new version before you accept it.',
        );
      if (state.accepted) refuse('gallery-accepted', 'You have already accepted this gallery');
      return [{ type: 'GalleryAccepted', data: { version: state.version } }];
    },

    close({ status, creatorId, clientId }, { facts: { personId }, by }) {
      if (by.kind === 'user' || by.kind === 'staff')
        refuse('gallery-not-allowed', 'Galleries are closed automatically when a party closes their account');
      if (status === 'none' || status === 'closed' || (personId !== creatorId && personId !== clientId)) return [];
      return [{ type: 'GalleryClosed', data: { personId } }];
    },
  },

  evolve: {
    GalleryCreated: (state, { bookingId, creatorId, clientId }) => ({
      ...state,
      status: 'draft',
      bookingId,
      creatorId,
      clientId,
    }),
    GalleryItemListed: (state, { itemId, size }) => ({ ...state, items: [...state.items, { id: itemId, size }] }),
    GalleryItemUnlisted: (state, { itemId }) => ({
      ...state,
      items: state.items.filter(({ id }) => id !== itemId),
      removedItems: [...state.removedItems, itemId],
    }),
    GalleryMarkedReady: (state) => ({ ...state, status: 'ready' }),
    GalleryDelivered: (state, { version }) => ({ ...state, status: 'delivered', version, accepted: false }),
    GalleryReopened: (state) => ({ ...state, status: 'ready', accepted: false }),
    GalleryAccepted: (state) => ({ ...state, accepted: true }),
    GalleryClosed: (state) => ({ ...state, status: 'closed' }),
  },
});

/** A gallery as far as the rights to it depend on it. */
export type GalleryRights = Pick<Gallery, 'status' | 'creatorId' | 'clientId'>;

/** Refuses `gallery-not-found` and `gallery-not-yours`, unless this person may see the gallery. */
export function requireVisible({ status, creatorId, clientId }: GalleryRights, by: Actor): void {
  if (status === 'none' || status === 'closed') refuse('gallery-not-found', 'Gallery not found');
  const visible = by.id === creatorId || by.kind === 'staff' || (by.id === clientId && status !== 'draft');
  if (!visible) refuse('gallery-not-yours', 'Gallery not found');
}

/** Refuses everyone except the creator; those who do not see the gallery as if it did not exist. */
export function requireCreator(state: GalleryRights, by: Actor): void {
  requireVisible(state, by);
  if (by.id !== state.creatorId) refuse('gallery-not-allowed', 'Only the creator can change a gallery');
}

/** Refuses changes of a delivered gallery's contents, and everyone except the creator. */
export function requireOpen(state: GalleryRights, by: Actor): void {
  requireCreator(state, by);
  if (state.status === 'delivered')
    refuse('gallery-delivered', 'This gallery is delivered. Reopen it to change its files.');
}

/** Whether this person sees only pictures with a watermark. */
export const seesWatermark = ({ status, clientId }: GalleryRights, by: Actor): boolean =>
  by.id === clientId && status !== 'delivered';

/** Refuses `gallery-originals-locked` if this person may not have the original files yet. */
export function requireOriginals(state: GalleryRights, by: Actor, locked: boolean): void {
  requireVisible(state, by);
  if (by.id !== state.clientId) return;
  if (state.status !== 'delivered')
    refuse('gallery-originals-locked', 'The original files are available once the gallery is delivered');
  if (locked) refuse('gallery-originals-locked', 'The original files are available once the booking is paid in full');
}

/** Refuses unless this person may download all files of the delivered version, as originals or in web size. */
export function requireArchive(state: GalleryRights, by: Actor, originals: boolean, locked: boolean): void {
  requireVisible(state, by);
  if (by.id !== state.creatorId && by.id !== state.clientId)
    refuse('gallery-not-allowed', 'Only the creator and the client can download a gallery');
  requireDelivered(state);
  if (originals) requireOriginals(state, by, locked);
}

function requireDelivered({ status }: GalleryRights): void {
  if (status !== 'delivered') refuse('gallery-not-delivered', 'This gallery is not delivered yet');
}

const sizeOf = ({ items }: Pick<Gallery, 'items'>): number => items.reduce((sum, { size }) => sum + size, 0);

/** Refuses `gallery-full` if a file of this many bytes does not fit into the gallery any more. */
export function requireRoom(state: Pick<Gallery, 'items'>, size: number): void {
  if (state.items.length >= largestGallery.count)
    refuse('gallery-full', `A gallery can hold ${largestGallery.count.toLocaleString('en-US')} files`);
  if (sizeOf(state) + size > largestGallery.bytes)
    refuse('gallery-full', `A gallery can hold ${largestGallery.bytes / 1_024 ** 3} GB`);
}

/** Refuses unless all items of the gallery are processed; one without a row is not. Returns their ids in their order. */
function requireProcessed(state: Pick<Gallery, 'items'>, rows: readonly ItemProgress[]): readonly string[] {
  if (state.items.length === 0) refuse('gallery-empty', 'Add at least one photo or video first');
  const ids = new Set(state.items.map(({ id }) => id));
  const items = rows.filter(({ id }) => ids.has(id));
  const processing = ids.size - items.filter((item) => item.state !== 'processing').length;
  if (processing > 0)
    refuse('gallery-items-processing', `${files(processing)} still being processed. Please try again in a moment.`);
  const refused = items.filter((item) => item.state === 'refused').length;
  if (refused > 0)
    refuse('gallery-items-refused', `${refusedFiles(refused)} could not be processed. Remove them first.`);
  return items.map(({ id }) => id);
}

const files = (count: number): string => (count === 1 ? 'One file is' : `${count} files are`);
const refusedFiles = (count: number): string => (count === 1 ? 'One file' : `${count} files`);
