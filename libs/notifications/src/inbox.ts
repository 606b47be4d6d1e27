import { aggregate, refuse } from '#kernel';
import {
  type NotificationChannel,
  type NotificationGroup,
  notificationChannels,
  notificationGroups,
} from './notification-group.ts';

/** A group of notifications that does not use a channel. */
export type MutedChannel = { readonly group: NotificationGroup; readonly channel: NotificationChannel };

export type InboxCommands = {
  /** `upTo` is the position of the newest notification that the person has read. */
  read: { personId: string; upTo: number };
  /** The channels of the given groups; other groups keep theirs. */
  change: { personId: string; groups: readonly NotificationGroup[]; muted: readonly MutedChannel[] };
  /** Ends the emails of a group. The link in each email proves the right to do so. */
  unsubscribe: { personId: string; group: NotificationGroup };
};

export type InboxEvents = {
  NotificationsRead: { personId: string; upTo: number };
  NotificationPreferencesChanged: { personId: string; muted: readonly MutedChannel[] };
};

/** What a person has read, and how they want to be notified. One stream for each person. */
export type Inbox = { readonly readUpTo: number; readonly muted: readonly MutedChannel[] };

export const inbox = aggregate<InboxCommands, InboxEvents, Inbox, 'inbox'>({
  stream: 'inbox',
  initial: { readUpTo: 0, muted: [] },
  decide: {
    read({ readUpTo }, { facts: { personId, upTo }, by }) {
      requireOwner(personId, by.id);
      return upTo <= readUpTo ? [] : [{ type: 'NotificationsRead', data: { personId, upTo } }];
    },
    change({ muted }, { facts: { personId, groups, ...change }, by }) {
      requireOwner(personId, by.id);
      const kept = muted.filter(({ group }) => !groups.includes(group));
      return changeTo(personId, muted, [...kept, ...change.muted]);
    },
    unsubscribe({ muted }, { facts: { personId, group } }) {
      const kept = muted.filter((each) => each.group !== group || each.channel !== 'email');
      return changeTo(personId, muted, [...kept, { group, channel: 'email' }]);
    },
  },
  evolve: {
    NotificationsRead: (state, { upTo }) => ({ ...state, readUpTo: upTo }),
    NotificationPreferencesChanged: (state, { muted }) => ({ ...state, muted }),
  },
});

/** The channels that notifications of this group use. */
export const channelsOf = ({ muted }: Pick<Inbox, 'muted'>, group: NotificationGroup): NotificationChannel[] =>
  notificationChannels.filter((channel) => !muted.some((each) => each.group === group && each.channel === channel));

const requireOwner = (personId: string, callerId: string): void => {
  if (personId !== callerId) refuse('inbox-not-yours', 'These notifications belong to another user');
};

const changeTo = (personId: string, before: readonly MutedChannel[], after: readonly MutedChannel[]) => {
  const muted = sorted(after);
  if (JSON.stringify(muted) === JSON.stringify(before)) return [];
  return [{ type: 'NotificationPreferencesChanged' as const, data: { personId, muted } }];
};

/** In the order of the lists, so that equal preferences are stored alike. */
const sorted = (muted: readonly MutedChannel[]): readonly MutedChannel[] =>
  notificationGroups.flatMap((group) =>
    notificationChannels
      .filter((channel) => muted.some((each) => each.group === group && each.channel === channel))
      .map((channel) => ({ group, channel })),
  );
