import {
  type Actor,
  aggregate,
  dayAfter,
  daysBetween,
  millisecondsBetween,
  type Nothing,
  type PersonalData,
  refuse,
  yearAfter,
} from '#kernel';

export type GalleryStatus = 'draft' | 'ready' | 'delivered';

/** The booking that a gallery is created for. */
type GalleryBooking = { clientId: string; creatorId: string; status: string };
/** An item's row when a command runs: `state` as in {@link GalleryItem}. */
export type ItemProgress = { readonly id: string; readonly state: 'processing' | 'ready' | 'refused' };
/**
 * The rows of a gallery's items, in their order. They may lag behind: which items the gallery has is in its own state.
 */
type GalleryItemsProgress = { items: readonly ItemProgress[] };
/** An item that a gallery has; `size` in bytes. */
export type ListedItem = { readonly id: string; readonly size: number };

/** How much one gallery can hold: files, and their bytes. A delivery lists all files in one event. */
export const maxGallery = { count: 5_000, bytes: 50 * 1_024 ** 3 };

/** A reminder of the promise to deliver: seven days before its due date, on that date, or seven days after it. */
export type DeliveryReminder = 'soon' | 'due' | 'late';
/** A reminder that a gallery's files will be removed: 30 days (`month`) or 7 days (`week`) before the removal date. */
export type RemovalReminder = 'month' | 'week';

export type GalleryCommands = {
  /**
   * `eventDate`, the last day of the event, and `dueDate`, that of the creator's promise to deliver, are YYYY-MM-DD.
   */
  create: {
    bookingId: string;
    booking: GalleryBooking | null;
    name: string;
    description: string | null;
    eventDate: string;
    dueDate: string;
  };
  /**
   * The event of the booking has moved: its last day is `eventDate` now, and the promise to deliver moves with it.
   * `change` is the number of the change in its booking. Ignored if a later change is known.
   */
  reschedule: { change: number; eventDate: string };
  /** Makes an uploaded file part of the gallery, before its own stream begins. */
  list: { itemId: string; size: number };
  /** The file is no longer part of the gallery. Its own stream ends afterwards. */
  unlist: { itemId: string };
  markReady: GalleryItemsProgress;
  deliver: GalleryItemsProgress;
  reopen: { reason: string };
  /** `version` is the one that the client saw. */
  accept: { version: number };
  /** Records that the creator is reminded of their promise, unless the gallery was delivered. */
  remindDelivery: { reminder: DeliveryReminder };
  /**
   * Records that both parties are reminded of the removal of this version's files, unless another was delivered since.
   */
  remindRemoval: { version: number; reminder: RemovalReminder };
  /** The retention period of this version's files has ended. */
  removeFiles: { version: number };
  /**
   * Called when this party is erased: closes the gallery permanently, or, if the creator has delivered it, leaves the
   * delivered version to the client.
   */
  close: { personId: string };
};

export type GalleryEvents = {
  GalleryCreated: {
    bookingId: string;
    creatorId: string;
    clientId: string;
    name: string;
    description: string | null;
    /** The last day of the event, and the last day of the promise to deliver; YYYY-MM-DD. */
    eventDate: string;
    dueDate: string;
  };
  /**
   * The event has moved. `change` is the number of the change in its booking; the dates are those of `GalleryCreated`.
   */
  GalleryRescheduled: { change: number; eventDate: string; dueDate: string };
  /** Decides, on the gallery's own stream, that a file belongs to it. `size` in bytes. */
  GalleryItemListed: { itemId: string; size: number };
  GalleryItemUnlisted: { itemId: string };
  GalleryMarkedReady: Nothing;
  /**
   * The items of this version, in their order, and their total size in bytes. Later uploads do not belong to it.
   * `deliveredAt` in ISO 8601 UTC.
   */
  GalleryDelivered: { version: number; itemIds: readonly string[]; totalSize: number; deliveredAt: string };
  GalleryReopened: { version: number; reason: string; creatorId: string; clientId: string };
  GalleryAccepted: { version: number };
  GalleryDeliveryReminded: { reminder: DeliveryReminder };
  GalleryRemovalReminded: { version: number; reminder: RemovalReminder };
  /** The files of a delivered gallery are removed from now on. What is known about them stays. */
  GalleryFilesRemoved: { version: number };
  /** The creator was erased: the client keeps the version that was delivered last. */
  GalleryCreatorLeft: { creatorId: string; clientId: string };
  /** A party was erased: the gallery no longer exists, and its files are removed. */
  GalleryClosed: { personId: string; creatorId: string; clientId: string };
};

/** What creators write about a gallery may name its client. */
const personalData: PersonalData<GalleryEvents> = {
  GalleryCreated: { of: ['creatorId', 'clientId'], fields: ['name', 'description'] },
  GalleryReopened: { of: ['creatorId', 'clientId'], fields: ['reason'] },
};

export type Gallery = {
  readonly status: 'none' | GalleryStatus | 'closed';
  readonly bookingId: string;
  readonly creatorId: string;
  readonly clientId: string;
  /** The last day of the event and that of the promise to deliver, YYYY-MM-DD. */
  readonly eventDate: string;
  readonly dueDate: string;
  /** The number of the latest change of the booking's days that is known; 0 if they did not change. */
  readonly change: number;
  /** How often the gallery was delivered, and when the last time; null before the first. */
  readonly version: number;
  readonly deliveredAt: string | null;
  readonly accepted: boolean;
  readonly filesRemoved: boolean;
  readonly creatorLeft: boolean;
  /** Which reminders were sent since the latest delivery. */
  readonly reminders: readonly (DeliveryReminder | RemovalReminder)[];
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
    eventDate: '',
    dueDate: '',
    change: 0,
    version: 0,
    deliveredAt: null,
    accepted: false,
    filesRemoved: false,
    creatorLeft: false,
    reminders: [],
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

    reschedule({ status, change: known, filesRemoved, ...dates }, { facts: { change, eventDate }, by }) {
      requireSystem(by);
      const isEnded = status === 'none' || status === 'closed' || filesRemoved;
      if (isEnded || change <= known || eventDate === dates.eventDate) return [];
      // The creator has as many days after the event as they promised when the gallery was created.
      const dueDate = dayAfter(eventDate, daysBetween(dates.eventDate, dates.dueDate));
      return [{ type: 'GalleryRescheduled', data: { change, eventDate, dueDate } }];
    },

    // Idempotent: the item's id is that of the upload, which may be completed again, even after a delivery or a
    // removal.
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

    deliver(state, { facts: { items }, by, at }) {
      requireCreator(state, by);
      if (state.status === 'draft') refuse('gallery-not-ready', 'Mark the gallery as ready before you deliver it');
      if (state.status !== 'ready') refuse('gallery-not-ready', 'This gallery is already delivered');
      const itemIds = requireProcessed(state, items);
      const totalSize = sizeOf(state);
      const data = { version: state.version + 1, itemIds, totalSize, deliveredAt: at };
      return [{ type: 'GalleryDelivered', data }];
    },

    reopen(state, { facts: { reason }, by }) {
      requireCreator(state, by);
      requireDelivered(state);
      if (state.accepted) refuse('gallery-accepted', 'The client has accepted this gallery, so it stays as it is');
      const { version, creatorId, clientId } = state;
      return [{ type: 'GalleryReopened', data: { version, reason, creatorId, clientId } }];
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

    // Each of these may run late, for example after a failure, so it decides again whether it still applies.
    remindDelivery({ status, version, dueDate, reminders }, { facts: { reminder }, by, at }) {
      requireSystem(by);
      const isOpen = (status === 'draft' || status === 'ready') && version === 0;
      if (!isOpen || reminders.includes(reminder) || deliveryReminderAt(dueDate, at) !== reminder) return [];
      return [{ type: 'GalleryDeliveryReminded', data: { reminder } }];
    },

    remindRemoval(state, { facts: { version, reminder }, by, at }) {
      requireSystem(by);
      const removalDate = removalDateOf(state);
      if (removalDate === null || state.version !== version || state.reminders.includes(reminder)) return [];
      if (removalReminderAt(removalDate, at) !== reminder) return [];
      return [{ type: 'GalleryRemovalReminded', data: { version, reminder } }];
    },

    removeFiles(state, { facts: { version }, by, at }) {
      requireSystem(by);
      const removalDate = removalDateOf(state);
      if (removalDate === null || state.version !== version || at.slice(0, 10) < removalDate) return [];
      return [{ type: 'GalleryFilesRemoved', data: { version } }];
    },

    close({ status, version, creatorLeft, creatorId, clientId }, { facts: { personId }, by }) {
      requireSystem(by);
      if (status === 'none' || status === 'closed' || (personId !== creatorId && personId !== clientId)) return [];
      const parties = { creatorId, clientId };
      if (personId === clientId || version === 0) return [{ type: 'GalleryClosed', data: { personId, ...parties } }];
      return creatorLeft ? [] : [{ type: 'GalleryCreatorLeft', data: parties }];
    },
  },

  evolve: {
    GalleryCreated: (state, { bookingId, creatorId, clientId, eventDate, dueDate }) => ({
      ...state,
      status: 'draft',
      bookingId,
      creatorId,
      clientId,
      eventDate,
      dueDate,
    }),
    // Reminders are sent again for the new dates.
    GalleryRescheduled: (state, dates) => ({
      ...state,
      ...dates,
      reminders: state.reminders.filter((reminder) => !(reminder in deliveryReminderDays)),
    }),
    GalleryItemListed: (state, { itemId, size }) => ({ ...state, items: [...state.items, { id: itemId, size }] }),
    GalleryItemUnlisted: (state, { itemId }) => ({
      ...state,
      items: state.items.filter(({ id }) => id !== itemId),
      removedItems: [...state.removedItems, itemId],
    }),
    GalleryMarkedReady: (state) => ({ ...state, status: 'ready' }),
    GalleryDelivered: (state, { version, deliveredAt }) => ({
      ...state,
      status: 'delivered',
      version,
      deliveredAt,
      accepted: false,
      reminders: [],
    }),
    GalleryReopened: (state) => ({ ...state, status: 'ready', accepted: false }),
    GalleryAccepted: (state) => ({ ...state, accepted: true }),
    GalleryDeliveryReminded: (state, { reminder }) => ({ ...state, reminders: [...state.reminders, reminder] }),
    GalleryRemovalReminded: (state, { reminder }) => ({ ...state, reminders: [...state.reminders, reminder] }),
    GalleryFilesRemoved: (state) => ({ ...state, filesRemoved: true }),
    // A correction that was in progress will not be finished, so the client gets the last delivered version.
    GalleryCreatorLeft: (state) => ({ ...state, status: 'delivered', creatorLeft: true }),
    GalleryClosed: (state) => ({ ...state, status: 'closed' }),
  },
});

/** How long a client has to accept a delivered gallery before its booking is completed anyway, in milliseconds. */
export const acceptanceTime = 7 * 86_400_000;
/** How many days before or after the last day of a promise to deliver its creator is reminded. */
export const deliveryReminderDays = { soon: -7, due: 0, late: 7 } as const;
/** How many days after the last day of a promise staff look into what became of it. */
export const staffDeliveryDays = 14;
/** How many days before the removal of the files both parties are reminded. */
export const removalReminderDays = { month: -30, week: -7 } as const;

/** The day (YYYY-MM-DD) on which the files of a version are removed, 12 months after its delivery. */
export const removalDateAfter = (deliveredAt: string): string => yearAfter(deliveredAt.slice(0, 10));

/** The day on which the files of a delivered gallery are removed; null if it is not delivered, or they were removed. */
export const removalDateOf = ({
  status,
  deliveredAt,
  filesRemoved,
}: Pick<Gallery, 'status' | 'deliveredAt' | 'filesRemoved'>): string | null =>
  status === 'delivered' && deliveredAt !== null && !filesRemoved ? removalDateAfter(deliveredAt) : null;

/** Whether the last day of the promise passed without a delivery. Only a confirmed booking still has a promise. */
export const isLate = (
  { version, dueDate }: Pick<Gallery, 'version' | 'dueDate'>,
  bookingStatus: string | undefined,
  at: string,
): boolean => bookingStatus === 'confirmed' && version === 0 && dueDate < at.slice(0, 10);

/** The reminder of a promise to deliver that is due at this instant; undefined if it is too early for any. */
const deliveryReminderAt = (dueDate: string, at: string): DeliveryReminder | undefined => {
  const days = daysBetween(dueDate, at.slice(0, 10));
  if (days >= deliveryReminderDays.late) return 'late';
  if (days >= deliveryReminderDays.due) return 'due';
  return days >= deliveryReminderDays.soon ? 'soon' : undefined;
};

const removalReminderAt = (removalDate: string, at: string): RemovalReminder | undefined => {
  const days = daysBetween(removalDate, at.slice(0, 10));
  if (days >= 0 || days < removalReminderDays.month) return undefined;
  return days >= removalReminderDays.week ? 'week' : 'month';
};

/** Whether a delivery is final at this instant: the client accepted it, or had enough time to. */
export const isFinal = ({ status, accepted, deliveredAt }: Gallery, at: string): boolean =>
  status === 'delivered' &&
  (accepted || (deliveredAt !== null && millisecondsBetween(deliveredAt, at) >= acceptanceTime));

/** The part of a gallery's state on which the rights to it depend. */
export type GalleryRights = Pick<Gallery, 'status' | 'creatorId' | 'clientId' | 'filesRemoved'>;

/** Refuses `gallery-not-found` and `gallery-not-yours`, unless this person may see the gallery. */
export function requireVisible({ status, creatorId, clientId }: GalleryRights, by: Actor): void {
  if (status === 'none' || status === 'closed') refuse('gallery-not-found', 'Gallery not found');
  const visible = by.id === creatorId || (by.id === clientId && status !== 'draft');
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

/** Refuses new links to a gallery whose files were removed, and everyone except the creator. */
export function requireShareable(state: GalleryRights, by: Actor): void {
  requireCreator(state, by);
  requireFiles(state);
}

/** Refuses changes of the favorites of a gallery whose files were removed, and everyone except the client. */
export function requireFavorites(state: GalleryRights, by: Actor): void {
  requireVisible(state, by);
  if (by.id !== state.clientId) refuse('gallery-not-allowed', 'Only the client chooses favorites');
  requireFiles(state);
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

function requireDelivered({ status, filesRemoved }: GalleryRights): void {
  if (status !== 'delivered') refuse('gallery-not-delivered', 'This gallery is not delivered yet');
  requireFiles({ filesRemoved });
}

/** Refuses `gallery-files-removed`. */
export function requireFiles({ filesRemoved }: Pick<Gallery, 'filesRemoved'>): void {
  if (filesRemoved)
    refuse('gallery-files-removed', 'The files of this gallery were removed 12 months after its delivery');
}

function requireSystem({ kind }: Actor): void {
  if (kind === 'user' || kind === 'staff') refuse('gallery-not-allowed', 'This happens automatically');
}

const sizeOf = ({ items }: Pick<Gallery, 'items'>): number => items.reduce((sum, { size }) => sum + size, 0);

/** Refuses `gallery-full` if the gallery has no room for a file of this many bytes. */
export function requireRoom(state: Pick<Gallery, 'items'>, size: number): void {
  if (state.items.length >= maxGallery.count)
    refuse('gallery-full', `A gallery can hold ${maxGallery.count.toLocaleString('en-US')} files`);
  if (sizeOf(state) + size > maxGallery.bytes)
    refuse('gallery-full', `A gallery can hold ${maxGallery.bytes / 1_024 ** 3} GB`);
}

/**
 * Refuses unless all items of the gallery are processed; one without a row is not. Returns their ids in their order.
 */
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
