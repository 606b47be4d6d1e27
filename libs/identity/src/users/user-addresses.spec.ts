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
const verified: Event = { type: 'EmailVerified', data: { userId, how: 'mail' } };
const asked = { redirectTo: 'https://festoon.example/login', flowId: null };
const change = { ...asked, newEmail: 'ann@new.example', fromBoth: true };
const wanted: Event = { type: 'EmailChangeRequested', data: { userId, ...change } };
const agreed = (from: 'current' | 'new'): Event => ({ type: 'EmailChangeConfirmed', data: { userId, from } });
const changed: Event = {
  type: 'EmailChanged',
  data: { userId, email: 'ann@new.example', previousEmail: 'ann@example.com' },
};

test('anybody may ask for the mail that confirms an address, until it is confirmed', () => {
  const sent: Event = { type: 'EmailConfirmationRequested', data: { userId, ...asked } };
  given(user, registered).when('requestConfirmation', asked, anonymous).emits(sent);
  given(user, registered, verified).when('requestConfirmation', asked, anonymous).emits();
  given(user).when('requestConfirmation', asked, anonymous).refuses('user-not-found');
});

test('anybody may ask for the mail that leads to a new password, or signs in', () => {
  given(user, registered)
    .when('requestRecovery', asked, anonymous)
    .emits({ type: 'PasswordRecoveryRequested', data: { userId, ...asked } });
  given(user, registered, verified)
    .when('requestSignInLink', asked, anonymous)
    .emits({ type: 'SignInLinkRequested', data: { userId, ...asked } });
  given(user).when('requestRecovery', asked, anonymous).refuses('user-not-found');
  given(user).when('requestSignInLink', asked, anonymous).refuses('user-not-found');
});

test('a code for oneself is asked for by oneself', () => {
  given(user, registered)
    .when('requestReauthentication', {}, ann)
    .emits({ type: 'ReauthenticationRequested', data: { userId } });
  given(user, registered).when('requestReauthentication', {}, eve).refuses('user-not-yours');
});

test('an address is confirmed by whose it is, once', () => {
  given(user, registered).when('verifyEmail', {}, ann).emits(verified);
  given(user, registered, verified).when('verifyEmail', {}, ann).emits();
  given(user, registered).when('verifyEmail', {}, anonymous).refuses('user-not-yours');
});

test('a password that somebody else chose is withdrawn by whose address it is', () => {
  given(user, registered).when('withdrawPassword', {}, ann).emits({ type: 'PasswordWithdrawn', data: { userId } });
  given(user, registered).when('withdrawPassword', {}, eve).refuses('user-not-yours');
});

test('only its owner names another address; its mails are sent again for anybody', () => {
  given(user, registered, verified).when('requestEmailChange', change, ann).emits(wanted);
  given(user, registered, verified).when('requestEmailChange', change, eve).refuses('user-not-yours');
  given(user, registered, verified, wanted).when('requestEmailChange', change, anonymous).emits(wanted);
  given(user, registered, verified, wanted)
    .when('requestEmailChange', { ...change, newEmail: 'eve@example.com' }, anonymous)
    .refuses('user-not-yours');
  given(user, registered)
    .when('requestEmailChange', { ...change, newEmail: 'ann@example.com' }, ann)
    .refuses('email-same');
});

test('the address changes once both agree, in either order', () => {
  for (const [first, last] of [
    ['current', 'new'],
    ['new', 'current'],
  ] as const) {
    const begun = [registered, verified, wanted];
    given(user, ...begun)
      .when('confirmEmailChange', { from: first }, ann)
      .emits(agreed(first));
    given(user, ...begun, agreed(first))
      .when('confirmEmailChange', { from: first }, ann)
      .emits();
    given(user, ...begun, agreed(first))
      .when('confirmEmailChange', { from: last }, ann)
      .emits(agreed(last), changed);
  }
});

test('asked for anew, both must agree anew', () =>
  given(user, registered, verified, wanted, agreed('current'), wanted)
    .when('confirmEmailChange', { from: 'new' }, ann)
    .emits(agreed('new')));

test('an address that was never proved need not agree to its own end', () => {
  const alone: Event = { type: 'EmailChangeRequested', data: { userId, ...change, fromBoth: false } };
  given(user, registered, alone).when('confirmEmailChange', { from: 'new' }, ann).emits(agreed('new'), changed);
  given(user, registered, alone).when('confirmEmailChange', { from: 'current' }, ann).emits(agreed('current'));
});

test('nothing is agreed to that nobody asked for, or that is done', () => {
  given(user, registered).when('confirmEmailChange', { from: 'new' }, ann).refuses('email-change-not-found');
  given(user, registered, wanted, agreed('new'), agreed('current'), changed)
    .when('confirmEmailChange', { from: 'new' }, ann)
    .refuses('email-change-not-found');
  given(user, registered, wanted).when('confirmEmailChange', { from: 'new' }, eve).refuses('user-not-yours');
});

test('a new device is told of by whoever signs in with it', () => {
  const device = { sessionId: 's1', device: 'Firefox on Linux', ip: null };
  given(user, registered)
    .when('noteNewDevice', device, ann)
    .emits({ type: 'SignedInFromNewDevice', data: { userId, ...device } });
  given(user, registered).when('noteNewDevice', device, eve).refuses('user-not-yours');
});
