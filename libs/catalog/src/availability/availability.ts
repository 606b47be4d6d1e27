import { type Actor, aggregate, type Message, type Nothing, type PersonalData, refuse } from '#kernel';
import { offersServices } from '../creator.ts';

type OfCreator = { creatorId: string };
/** Days of the week as in ISO 8601 (1 is Monday), events on one day, and days between a request and its event. */
type Pattern = { weekdays: readonly number[]; capacity: number; noticeDays: number };
/** A period with its last day. The reason is null if none was given, and after its creator's erasure. */
type Block = { from: string; to: string; reason: string | null };
type StoredBlock = Block & { blockId: string };
type Settings = Pattern & { blocked: readonly Block[] };

/** Days in a row, with the last one. */
type BusyPeriod = readonly [from: string, to: string];

export type AvailabilityCommands = {
  /**
   * Replaces the settings. Blocks that are there already keep their ids. `known` are the settings that the creator has
   * seen; null if the request does not say.
   */
  change: OfCreator & Pattern & { blocked: readonly StoredBlock[]; known: Settings | null };
  /** Gives the feed of the bookings a new address. The previous address stops working. */
  rotateFeed: OfCreator;
  /**
   * Subscribes to another calendar, whose busy days count from now on. There is at most one. If the address is that of
   * the present one, the calendar is read again, and its known busy days count until then.
   */
  subscribe: OfCreator & { subscriptionId: string; url: string };
  unsubscribe: OfCreator;
  /** The other calendar was read, or could not be: `busy` is then null and `problem` says why. */
  recordCheck: { subscriptionId: string; busy: readonly BusyPeriod[] | null; problem: string | null };
  /** Removes everything because the creator's account was closed. */
  clear: Nothing;
};

export type AvailabilityEvents = {
  AvailabilityOpened: OfCreator;
  AvailabilityChanged: OfCreator & Pattern;
  DaysBlocked: OfCreator & StoredBlock;
  DaysUnblocked: OfCreator & { blockId: string };
  AvailabilityCleared: OfCreator;
  CalendarFeedRotated: OfCreator;
  /** The address is a secret of the creator; null after their erasure. */
  CalendarSubscribed: OfCreator & { subscriptionId: string; url: string | null };
  CalendarUnsubscribed: OfCreator;
  /** `busy` is null if the busy days are the same as before. `problem` is a sentence for the creator. */
  CalendarChecked: OfCreator & { subscriptionId: string; busy: readonly BusyPeriod[] | null; problem: string | null };
};

const personalData: PersonalData<AvailabilityEvents> = {
  DaysBlocked: { of: 'creatorId', fields: ['reason'] },
  CalendarSubscribed: { of: 'creatorId', fields: ['url'] },
  CalendarChecked: { of: 'creatorId', fields: ['busy'] },
};

/** `pattern` is null until the settings were saved once. */
export type Availability = {
  readonly creatorId: string;
  readonly closed: boolean;
  readonly pattern: Readonly<Pattern> | null;
  readonly blocks: readonly Readonly<StoredBlock>[];
  /** How often the feed got a new address; 0 if it has none. */
  readonly feed: number;
  /** `busy` is null until the calendar was read once. */
  readonly subscription: {
    readonly id: string;
    readonly url: string | null;
    readonly busy: readonly BusyPeriod[] | null;
  } | null;
};

/** What applies to creators who have not saved any settings. */
export const defaultPattern: Readonly<Pattern> = { weekdays: [1, 2, 3, 4, 5, 6, 7], capacity: 1, noticeDays: 0 };

/** When a creator works. */
export const availability = aggregate<AvailabilityCommands, AvailabilityEvents, Availability, 'availability'>({
  stream: 'availability',
  personalData,
  initial: { creatorId: '', closed: false, pattern: null, blocks: [], feed: 0, subscription: null },

  decide: {
    change(state, { facts: { creatorId, blocked, known, ...pattern }, by }) {
      requireOwn(creatorId, by);
      requireOpen(state);
      const kept = state.blocks.filter((block) => blocked.some((wanted) => isSame(block, wanted)));
      const removed = state.blocks.filter((block) => !kept.includes(block));
      const added = blocked.filter(
        (wanted, place) =>
          !kept.some((block) => isSame(block, wanted)) && blocked.findIndex((other) => isSame(other, wanted)) === place,
      );
      const isPatternSaved = state.pattern !== null && isSamePattern(state.pattern, pattern);
      if (isPatternSaved && removed.length + added.length === 0) return [];
      if (known && !isCurrent(known, state))
        refuse(
          'availability-changed',
          'Your availability was changed in another tab or on another device. Check it and save again.',
        );
      return [
        ...openingEvents(state, creatorId),
        ...(isPatternSaved ? [] : [{ type: 'AvailabilityChanged', data: { creatorId, ...pattern } } as const]),
        ...removed.map(({ blockId }) => ({ type: 'DaysUnblocked', data: { creatorId, blockId } }) as const),
        ...added.map((block) => ({ type: 'DaysBlocked', data: { creatorId, ...block } }) as const),
      ];
    },

    rotateFeed(state, { facts: { creatorId }, by }) {
      requireOwn(creatorId, by);
      requireOpen(state);
      return [...openingEvents(state, creatorId), { type: 'CalendarFeedRotated', data: { creatorId } }];
    },

    subscribe(state, { facts, by }) {
      requireOwn(facts.creatorId, by);
      requireOpen(state);
      return [...openingEvents(state, facts.creatorId), { type: 'CalendarSubscribed', data: facts }];
    },

    unsubscribe(state, { facts: { creatorId }, by }) {
      requireOwn(creatorId, by);
      return state.subscription ? [{ type: 'CalendarUnsubscribed', data: { creatorId } }] : [];
    },

    recordCheck({ creatorId, subscription }, { facts: { subscriptionId, busy, problem }, by }) {
      requireAutomatic(by);
      if (subscription?.id !== subscriptionId) return [];
      const isSame = JSON.stringify(busy) === JSON.stringify(subscription.busy);
      const data = { creatorId, subscriptionId, busy: isSame ? null : busy, problem };
      return [{ type: 'CalendarChecked', data }];
    },

    clear({ closed, creatorId, blocks }, { by }) {
      requireAutomatic(by);
      if (closed || !creatorId) return [];
      return [
        ...blocks.map(({ blockId }) => ({ type: 'DaysUnblocked', data: { creatorId, blockId } }) as const),
        { type: 'AvailabilityCleared', data: { creatorId } },
      ];
    },
  },

  evolve: {
    AvailabilityOpened: (state, { creatorId }) => ({ ...state, creatorId }),
    AvailabilityChanged: (state, { creatorId: _, ...pattern }) => ({ ...state, pattern }),
    DaysBlocked: (state, { creatorId: _, ...block }) => ({ ...state, blocks: [...state.blocks, block] }),
    DaysUnblocked: (state, { blockId }) => ({ ...state, blocks: state.blocks.filter((b) => b.blockId !== blockId) }),
    AvailabilityCleared: (state) => ({ ...state, closed: true, pattern: null, blocks: [], subscription: null }),
    CalendarFeedRotated: (state) => ({ ...state, feed: state.feed + 1 }),
    CalendarSubscribed: (state, { subscriptionId, url }) => ({
      ...state,
      // The same calendar is only read again: its busy days are known until then.
      subscription: { id: subscriptionId, url, busy: state.subscription?.url === url ? state.subscription.busy : null },
    }),
    CalendarUnsubscribed: (state) => ({ ...state, subscription: null }),
    CalendarChecked: (state, { busy }) =>
      state.subscription
        ? { ...state, subscription: { ...state.subscription, busy: busy ?? state.subscription.busy } }
        : state,
  },
});

/** Whether the creator has blocked this day. */
export const isBlocked = ({ blocks }: Pick<Availability, 'blocks'>, date: string): boolean =>
  blocks.some(({ from, to }) => from <= date && date <= to);

/** Refuses callers who have no availability. */
export function requireProfessional({ kind, role }: Actor): void {
  if (kind !== 'user' || !offersServices(role))
    refuse('availability-not-allowed', 'Only creators and vendors have an availability');
}

const openingEvents = (state: Availability, creatorId: string): readonly Message<AvailabilityEvents>[] =>
  state.creatorId ? [] : [{ type: 'AvailabilityOpened', data: { creatorId } }];

function requireOwn(creatorId: string, by: Actor): void {
  if (by.id !== creatorId) refuse('availability-not-yours', 'This calendar belongs to another user');
  requireProfessional(by);
}

function requireAutomatic({ kind }: Actor): void {
  if (kind !== 'worker' && kind !== 'system') refuse('availability-not-allowed', 'This change is made automatically');
}

function requireOpen({ closed }: Availability): void {
  if (closed) refuse('availability-closed', 'This calendar is closed');
}

const isSame = (one: Block, other: Block): boolean =>
  one.from === other.from && one.to === other.to && one.reason === other.reason;

/** Whether these are the settings now. */
const isCurrent = ({ blocked, ...pattern }: Settings, state: Availability): boolean =>
  isSamePattern(state.pattern ?? defaultPattern, pattern) &&
  blocked.every((block) => state.blocks.some((stored) => isSame(block, stored))) &&
  state.blocks.every((stored) => blocked.some((block) => isSame(block, stored)));

const isSamePattern = (one: Readonly<Pattern>, other: Readonly<Pattern>): boolean =>
  one.capacity === other.capacity &&
  one.noticeDays === other.noticeDays &&
  one.weekdays.join() === other.weekdays.join();
