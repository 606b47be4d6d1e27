import { type Actor, aggregate, type Message, refuse } from '#kernel';

/** An uploaded file, its path in the storage, and where its copies are stored, without their extension. */
type Picture = { avatarId: string; original: string; target: string };
type OfUser = { userId: string };

export type AvatarCommands = {
  /** `timestamp` is when the upload began, in milliseconds since 1970. */
  upload: OfUser & Omit<Picture, 'target'> & { timestamp: number };
  /** The picture was decoded and its copies are stored. */
  publish: { avatarId: string };
  /** The file cannot be used; `reason` is for its user. */
  refuse: { avatarId: string; reason: string };
  /** Removes the picture that is shown, and one that is being prepared. */
  remove: OfUser;
};

export type AvatarEvents = {
  AvatarUploaded: OfUser & Picture;
  AvatarPublished: OfUser & Picture;
  AvatarRefused: OfUser & { avatarId: string; reason: string; original: string };
  /** The picture was replaced by a newer one, or removed by the user. */
  AvatarRemoved: OfUser & Picture;
};

/** How many uploads are remembered: more than can be under way at the same time. */
const knownLimit = 500;

/**
 * `refused` is the last file, if it could not be used. `known` are the ids of the latest uploads, so that a repeated
 * one changes nothing, and `count` is the total number of uploads so far.
 */
export type Avatar = {
  readonly userId: string;
  readonly shown: Picture | null;
  readonly waiting: Picture | null;
  readonly refused: string | null;
  readonly known: readonly string[];
  readonly count: number;
};

export const avatar = aggregate<AvatarCommands, AvatarEvents, Avatar, 'avatar'>({
  stream: 'avatar',
  initial: { userId: '', shown: null, waiting: null, refused: null, known: [], count: 0 },

  decide: {
    upload({ waiting, known, count }, { facts: { userId, avatarId, original, timestamp }, by }) {
      requireSelf(userId, by);
      if (known.includes(avatarId)) return [];
      // The number at the end is one that no other picture of this user has.
      const target = `public/${userId}/avatar-${timestamp}-${count}`;
      return [
        ...removalEvents(userId, waiting),
        { type: 'AvatarUploaded', data: { userId, avatarId, original, target } },
      ];
    },

    publish({ userId, shown, waiting }, { facts: { avatarId }, by }) {
      requireAutomatic(by);
      if (waiting?.avatarId !== avatarId) return [];
      return [{ type: 'AvatarPublished', data: { userId, ...waiting } }, ...removalEvents(userId, shown)];
    },

    refuse({ userId, waiting }, { facts: { avatarId, reason }, by }) {
      requireAutomatic(by);
      if (waiting?.avatarId !== avatarId) return [];
      return [{ type: 'AvatarRefused', data: { userId, avatarId, reason, original: waiting.original } }];
    },

    remove({ shown, waiting }, { facts: { userId }, by }) {
      if (!isAutomatic(by)) requireSelf(userId, by);
      return [...removalEvents(userId, waiting), ...removalEvents(userId, shown)];
    },
  },

  evolve: {
    AvatarUploaded: (state, { userId, ...waiting }) => ({
      ...state,
      userId,
      waiting,
      refused: null,
      known: [...state.known, waiting.avatarId].slice(-knownLimit),
      count: state.count + 1,
    }),
    AvatarPublished: (state, { userId: _, ...shown }) => ({ ...state, shown, waiting: null }),
    AvatarRefused: (state, { reason }) => ({ ...state, waiting: null, refused: reason }),
    AvatarRemoved: (state, { avatarId }) => ({
      ...state,
      shown: state.shown?.avatarId === avatarId ? null : state.shown,
      waiting: state.waiting?.avatarId === avatarId ? null : state.waiting,
    }),
  },
});

const removalEvents = (userId: string, picture: Picture | null): readonly Message<AvatarEvents>[] =>
  picture ? [{ type: 'AvatarRemoved', data: { userId, ...picture } }] : [];

/** Refuses unless the caller is this user. */
export function requireSelf(userId: string, by: Actor): void {
  if (by.kind !== 'user' && by.kind !== 'staff') refuse('avatar-not-allowed', 'Only people have a profile photo');
  if (by.id !== userId) refuse('avatar-not-yours', 'This photo belongs to another user');
}

const isAutomatic = ({ kind }: Actor): boolean => kind === 'worker' || kind === 'system';

function requireAutomatic(by: Actor): void {
  if (!isAutomatic(by)) refuse('avatar-not-allowed', 'This change is made automatically');
}
