import { type Actor, aggregate, type Message, type Nothing, type PersonalData, refuse } from '#kernel';
import { offersServices } from '../creator.ts';

type OfCreator = { creatorId: string };
/** Days of the week as in ISO 8601 (1 is Monday), events on one day, and days between a request and its event. */
type Pattern = { weekdays: readonly number[]; capacity: number; noticeDays: number };
/** A period with its last day. The reason is null if none was given, and after its creator's erasure. */
type Block = { from: string; to: string; reason: string | null };
type StoredBlock = Block & { blockId: string };

export type AvailabilityCommands = {
  /** Replaces the settings. Blocks that are there already keep their ids. */
  change: OfCreator & Pattern & { blocked: readonly StoredBlock[] };
  /** Removes everything because the creator's account was closed. */
  clear: Nothing;
};

export type AvailabilityEvents = {
  AvailabilityOpened: OfCreator;
  AvailabilityChanged: OfCreator & Pattern;
  DaysBlocked: OfCreator & StoredBlock;
  DaysUnblocked: OfCreator & { blockId: string };
  AvailabilityCleared: OfCreator;
};

const personalData: PersonalData<AvailabilityEvents> = {
  DaysBlocked: { of: 'creatorId', fields: ['reason'] },
};

/** `pattern` is null until the settings were saved once. */
export type Availability = {
  readonly creatorId: string;
  readonly closed: boolean;
  readonly pattern: Readonly<Pattern> | null;
  readonly blocks: readonly Readonly<StoredBlock>[];
};

/** What applies to creators who have not saved any settings. */
export const defaultPattern: Readonly<Pattern> = { weekdays: [1, 2, 3, 4, 5, 6, 7], capacity: 1, noticeDays: 0 };

/** When a creator works. */
export const availability = aggregate<AvailabilityCommands, AvailabilityEvents, Availability, 'availability'>({
  stream: 'availability',
  personalData,
  initial: { creatorId: '', closed: false, pattern: null, blocks: [] },

  decide: {
    change(state, { facts: { creatorId, blocked, ...pattern }, by }) {
      requireOwn(creatorId, by);
      requireOpen(state);
      const kept = state.blocks.filter((block) => blocked.some((wanted) => isSame(block, wanted)));
      const removed = state.blocks.filter((block) => !kept.includes(block));
      const added = blocked.filter(
        (wanted, place) =>
          !kept.some((block) => isSame(block, wanted)) && blocked.findIndex((other) => isSame(other, wanted)) === place,
      );
      return [
        ...openingEvents(state, creatorId),
        ...(isSamePattern(state.pattern, pattern)
          ? []
          : [{ type: 'AvailabilityChanged', data: { creatorId, ...pattern } } as const]),
        ...removed.map(({ blockId }) => ({ type: 'DaysUnblocked', data: { creatorId, blockId } }) as const),
        ...added.map((block) => ({ type: 'DaysBlocked', data: { creatorId, ...block } }) as const),
      ];
    },

    clear({ closed, creatorId, blocks }, { by }) {
      if (by.kind !== 'worker' && by.kind !== 'system')
        refuse('availability-not-allowed', 'This change is made automatically');
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
    AvailabilityCleared: (state) => ({ ...state, closed: true, pattern: null, blocks: [] }),
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

function requireOpen({ closed }: Availability): void {
  if (closed) refuse('availability-closed', 'This calendar is closed');
}

const isSame = (one: Block, other: Block): boolean =>
  one.from === other.from && one.to === other.to && one.reason === other.reason;

const isSamePattern = (one: Readonly<Pattern> | null, other: Readonly<Pattern>): boolean =>
  one !== null &&
  one.capacity === other.capacity &&
  one.noticeDays === other.noticeDays &&
  one.weekdays.join() === other.weekdays.join();
