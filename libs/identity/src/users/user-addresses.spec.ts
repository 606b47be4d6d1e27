import { test } from '@jest/globals';
import type { Actor, Message } from '#kernel';
import { given } from '#kernel/testing';
import { type UserEvents, user } from './user.ts';

type Event = Message<UserEvents>;
const ann: Actor = { id: 'ann', kind: 'user', role: 'client' };
const eve: Actor = { id: 'eve', kind: 'user', role: 'creator' };
const anonymous: Actor = { id: 'anonymous', kind: 'user', role: 'anonymous' };

const userId = 'ann';
const registered: Event = {
  type: 'UserRegistered',
  data: {
    userId,
    email: 'ann@example.com',
    firstName: 'Ann',
    lastName: 'Archer',
    phone: null,
    role: 'client',
    termsVersion: null,
  },
};
const verified: Event = { type: 'EmailVerified', data: { userId, method: 'mail' } };
const mail = { redirectTo: 'https://festoon.example/login', flowId: null };
const change = { ...mail, newEmail: 'ann@new.example', fromBoth: true };
const changeRequested: Event = { type: 'EmailChangeRequested', data: { userId, ...change } };
const confirmedFrom = (from: 'current' | 'new'): Event => ({ type: 'EmailChangeConfirmed', data: { userId, from } });
const changed: Event = {
  type: 'EmailChanged',
  data: { userId, email: 'ann@new.example', previousEmail: 'ann@example.com' },
};

test('any caller may request the mail that confirms an address, until it is confirmed', () => {
  const sent: Event = { type: 'EmailConfirmationRequested', data: { userId, ...mail } };
  given(user, registered).when('requestConfirmation', mail, anonymous).emits(sent);
  given(user, registered, verified).when('requestConfirmation', mail, anonymous).emits();
  given(user).when('requestConfirmation', mail, anonymous).refuses('user-not-found');
});

test('any caller may request a password recovery mail or a sign-in link', () => {
  given(user, registered)
    .when('requestRecovery', mail, anonymous)
    .emits({ type: 'PasswordRecoveryRequested', data: { userId, ...mail } });
  given(user, registered, verified)
    .when('requestSignInLink', mail, anonymous)
    .emits({ type: 'SignInLinkRequested', data: { userId, ...mail } });
  given(user).when('requestRecovery', mail, anonymous).refuses('user-not-found');
  given(user).when('requestSignInLink', mail, anonymous).refuses('user-not-found');
});

test('only the user can request their own reauthentication code', () => {
  given(user, registered)
    .when('requestReauthentication', {}, ann)
    .emits({ type: 'ReauthenticationRequested', data: { userId } });
  given(user, registered).when('requestReauthentication', {}, eve).refuses('user-not-yours');
});

test('only the owner can confirm an address, and only once', () => {
  given(user, registered).when('verifyEmail', {}, ann).emits(verified);
  given(user, registered, verified).when('verifyEmail', {}, ann).emits();
  given(user, registered).when('verifyEmail', {}, anonymous).refuses('user-not-yours');
});

test('only the owner of the address can remove an unproven password', () => {
  given(user, registered).when('withdrawPassword', {}, ann).emits({ type: 'PasswordWithdrawn', data: { userId } });
  given(user, registered).when('withdrawPassword', {}, eve).refuses('user-not-yours');
});

test('only the owner can enter a new address; any caller may request its mails again', () => {
  given(user, registered, verified).when('requestEmailChange', change, ann).emits(changeRequested);
  given(user, registered, verified).when('requestEmailChange', change, eve).refuses('user-not-yours');
  given(user, registered, verified, changeRequested)
    .when('requestEmailChange', change, anonymous)
    .emits(changeRequested);
  given(user, registered, verified, changeRequested)
    .when('requestEmailChange', { ...change, newEmail: 'eve@example.com' }, anonymous)
    .refuses('user-not-yours');
  given(user, registered)
    .when('requestEmailChange', { ...change, newEmail: 'ann@example.com' }, ann)
    .refuses('email-same');
});

test('the address changes when it is confirmed from both addresses, in either order', () => {
  for (const [first, last] of [
    ['current', 'new'],
    ['new', 'current'],
  ] as const) {
    const beforeConfirmation = [registered, verified, changeRequested];
    given(user, ...beforeConfirmation)
      .when('confirmEmailChange', { from: first }, ann)
      .emits(confirmedFrom(first));
    given(user, ...beforeConfirmation, confirmedFrom(first))
      .when('confirmEmailChange', { from: first }, ann)
      .emits();
    given(user, ...beforeConfirmation, confirmedFrom(first))
      .when('confirmEmailChange', { from: last }, ann)
      .emits(confirmedFrom(last), changed);
  }
});

test('after a new request both addresses must confirm again', () =>
  given(user, registered, verified, changeRequested, confirmedFrom('current'), changeRequested)
    .when('confirmEmailChange', { from: 'new' }, ann)
    .emits(confirmedFrom('new')));

test('a change of an unverified address is confirmed from the new address alone', () => {
  const fromNewOnly: Event = { type: 'EmailChangeRequested', data: { userId, ...change, fromBoth: false } };
  given(user, registered, fromNewOnly)
    .when('confirmEmailChange', { from: 'new' }, ann)
    .emits(confirmedFrom('new'), changed);
  given(user, registered, fromNewOnly)
    .when('confirmEmailChange', { from: 'current' }, ann)
    .emits(confirmedFrom('current'));
});

test('a change that was not requested, or is complete, cannot be confirmed', () => {
  given(user, registered).when('confirmEmailChange', { from: 'new' }, ann).refuses('email-change-not-found');
  given(user, registered, changeRequested, confirmedFrom('new'), confirmedFrom('current'), changed)
    .when('confirmEmailChange', { from: 'new' }, ann)
    .refuses('email-change-not-found');
  given(user, registered, changeRequested).when('confirmEmailChange', { from: 'new' }, eve).refuses('user-not-yours');
});

test('only the user who signs in can record a new device', () => {
  const device = { sessionId: 's1', device: 'Firefox on Linux', ip: null };
  given(user, registered)
    .when('recordNewDevice', device, ann)
    .emits({ type: 'SignedInFromNewDevice', data: { userId, ...device } });
  given(user, registered).when('recordNewDevice', device, eve).refuses('user-not-yours');
});
