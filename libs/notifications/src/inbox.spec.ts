import { expect, test } from '@jest/globals';
import type { Actor } from '#kernel';
import { given } from '#kernel/testing';
import * as contract from './contract.ts';
import { channelsOf, inbox } from './inbox.ts';
import { notificationGroups } from './notification-group.ts';

const ann: Actor = { id: 'ann', kind: 'user', role: 'client' };
const eve: Actor = { id: 'eve', kind: 'user', role: 'client' };
const anonymous: Actor = { id: 'anonymous', kind: 'system', role: 'anonymous' };
const noEmails = { group: 'bookings', channel: 'email' } as const;
const notInApp = { group: 'leads', channel: 'app' } as const;
const changed = (...muted: (typeof noEmails | typeof notInApp)[]) =>
  ({ type: 'NotificationPreferencesChanged', data: { personId: 'ann', muted } }) as const;
const read = (upTo: number) => ({ type: 'NotificationsRead', data: { personId: 'ann', upTo } }) as const;

test('notifications are marked as read up to a position', () =>
  given(inbox).when('read', { personId: 'ann', upTo: 7 }, ann).emits(read(7)));

test('what was read does not become unread again', () =>
  given(inbox, read(7)).when('read', { personId: 'ann', upTo: 5 }, ann).emits());

test('only the owner of an inbox changes it', () => {
  given(inbox).when('read', { personId: 'ann', upTo: 7 }, eve).refuses('inbox-not-yours');
  given(inbox).when('change', { personId: 'ann', groups: [], muted: [] }, eve).refuses('inbox-not-yours');
});

test('preferences of other groups are kept', () =>
  given(inbox, changed(notInApp))
    .when('change', { personId: 'ann', groups: ['bookings'], muted: [noEmails] }, ann)
    .emits(changed(notInApp, noEmails)));

test('equal preferences change nothing', () =>
  given(inbox, changed(noEmails))
    .when('change', { personId: 'ann', groups: ['bookings'], muted: [noEmails] }, ann)
    .emits());

test('the link in an email ends the emails of its group, once', () => {
  const command = { personId: 'ann', group: 'bookings' } as const;
  given(inbox, changed(notInApp)).when('unsubscribe', command, anonymous).emits(changed(notInApp, noEmails));
  given(inbox, changed(noEmails)).when('unsubscribe', command, anonymous).emits();
});

test('a muted channel is not used', () => {
  expect(channelsOf({ muted: [noEmails] }, 'bookings')).toEqual(['app']);
  expect(channelsOf({ muted: [noEmails] }, 'payments')).toEqual(['app', 'email']);
});

test('pages know the same groups', () => expect(contract.notificationGroups).toEqual(notificationGroups));
