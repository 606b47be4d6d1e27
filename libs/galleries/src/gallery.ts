import { type Actor, aggregate, type Nothing, type PersonalData, refuse } from '#kernel';

export type GalleryStatus = 'draft' | 'ready' | 'delivered';

/** The booking that a gallery is created for. */
type GalleryBooking = { clientId: string; creatorId: string; status: string };
/** One item of a gallery, as a command sees the gallery. `state` as in {@link GalleryItem}, `size` in bytes. */
export type ListedItem = {
  readonly id: string;
  readonly state: 'processing' | 'ready' | 'refused';
  readonly size: number;
};
type Contents = { items: readonly ListedItem[] };

export type GalleryCommands = {
  /** `dueDate`: the last day of the creator's promise to deliver, YYYY-MM-DD. */
  create: {
    bookingId: string;
    booking: GalleryBooking | null;
    name: string;
    description: string | null;
    dueDate: string;
  };
  markReady: Contents;
  deliver: Contents;
  reopen: { reason: string };
  accept: Nothing;
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
};

export const gallery = aggregate<GalleryCommands, GalleryEvents, Gallery, 'gallery'>({
  stream: 'gallery',
  personalData,
  initial: { status: 'none', bookingId: '', creatorId: '', clientId: '', version: 0, accepted: false },

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

    markReady(state, { facts: { items }, by }) {
      requireCreator(state, by);
      if (state.status !== 'draft') refuse('gallery-not-draft', 'This gallery is already ready');
      requireProcessed(items);
      return [{ type: 'GalleryMarkedReady', data: {} }];
    },

    deliver(state, { facts: { items }, by }) {
      requireCreator(state, by);
      if (state.status === 'draft') refuse('gallery-not-ready', 'Mark the gallery as ready before you deliver it');
      if (state.status !== 'ready') refuse('gallery-not-ready', 'This gallery is already delivered');
      requireProcessed(items);
      const itemIds = items.map(({ id }) => id);
      const totalSize = items.reduce((sum, { size }) => sum + size, 0);
      return [{ type: 'GalleryDelivered', data: { version: state.version + 1, itemIds, totalSize } }];
    },

    reopen(state, { facts: { reason }, by }) {
      requireCreator(state, by);
      requireDelivered(state);
      if (state.accepted) refuse('gallery-accepted', 'The client has accepted this gallery, so it stays as it is');
      return [{ type: 'GalleryReopened', data: { version: state.version, reason, creatorId: state.creatorId } }];
    },

    accept(state, { by }) {
      requireVisible(state, by);
      if (by.id !== state.clientId) refuse('gallery-not-allowed', 'Only the client can accept a gallery');
      requireDelivered(state);
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

function requireProcessed(items: readonly ListedItem[]): void {
  if (items.length === 0) refuse('gallery-empty', 'Add at least one photo or video first');
  const processing = items.filter(({ state }) => state === 'processing').length;
  if (processing > 0)
    refuse('gallery-items-processing', `${files(processing)} still being processed. Please try again in a moment.`);
  const refused = items.filter(({ state }) => state === 'refused').length;
  if (refused > 0)
    refuse('gallery-items-refused', `${refusedFiles(refused)} could not be processed. Remove them first.`);
}

const files = (count: number): string => (count === 1 ? 'One file is' : `${count} files are`);
const refusedFiles = (count: number): string => (count === 1 ? 'One file' : `${count} files`);
