import { test } from '@jest/globals';
import type { Actor, Message } from '#kernel';
import { given } from '#kernel/testing';
import { type UserEvents, user } from './user.ts';

type Event = Message<UserEvents>;
const ann: Actor = { id: 'ann', kind: 'user', role: 'client' };
const eve: Actor = { id: 'eve', kind: 'user', role: 'creator' };
const admin: Actor = { id: 'ada', kind: 'staff', role: 'admin' };
const support: Actor = { id: 'sue', kind: 'staff', role: 'support' };
const cli: Actor = { id: 'cli', kind: 'system', role: 'operator' };

const registration = {
  userId: 'ann',
  email: 'ann@example.com',
  firstName: 'Ann',
  lastName: 'Archer',
  phone: null,
  role: 'client',
  termsVersion: '2026-11-01',
} as const;
const confirmation = { redirectTo: 'https://festoon.example/', flowId: null };
const registered: Event = { type: 'UserRegistered', data: registration };
const verified: Event = { type: 'EmailVerified', data: { userId: 'ann', method: 'autoconfirm' } };
const abandoned: Event = { type: 'RegistrationAbandoned', data: {} };
const grant = { role: 'support', reason: 'joined the desk' } as const;
const granted: Event = { type: 'StaffRoleGranted', data: { userId: 'ann', ...grant } };

test('a sign-up with an address that counts as verified, or does not yet', () => {
  given(user)
    .when('register', { ...registration, autoconfirm: true, confirmation: null }, ann)
    .emits(registered, verified);
  given(user)
    .when('register', { ...registration, autoconfirm: false, confirmation }, ann)
    .emits(registered, { type: 'EmailConfirmationRequested', data: { userId: 'ann', ...confirmation } });
  given(user)
    .when('register', { ...registration, autoconfirm: false, confirmation: null }, ann)
    .emits(registered);
});

test('a user cannot sign up twice, or for another user', () => {
  const facts = { ...registration, autoconfirm: true, confirmation: null };
  given(user, registered).when('register', facts, ann).refuses('user-exists');
  given(user).when('register', facts, eve).refuses('user-not-allowed');
  given(user).when('register', facts, cli).emits(registered, verified);
});

test('the role at sign-up is one of three and not a staff role', () =>
  given(user)
    .when('register', { ...registration, role: 'admin' as 'client', autoconfirm: true, confirmation: null }, ann)
    .refuses('user-role'));

test('names have at least two visible characters', () => {
  const facts = { ...registration, autoconfirm: true, confirmation: null };
  given(user)
    .when('register', { ...facts, firstName: 'A ' }, ann)
    .refuses('user-first-name');
  given(user)
    .when('register', { ...facts, lastName: '' }, ann)
    .refuses('user-last-name');
  given(user, registered)
    .when('changeDetails', { firstName: 'Ann', lastName: 'X', phone: null }, ann)
    .refuses('user-last-name');
});

test('a sign-up is either completed or abandoned, whichever comes first', () => {
  given(user).when('abandonRegistration', {}, cli).emits(abandoned);
  given(user, abandoned).when('abandonRegistration', {}, cli).emits();
  given(user, registered).when('abandonRegistration', {}, cli).refuses('user-exists');
  given(user, abandoned)
    .when('register', { ...registration, autoconfirm: true, confirmation: null }, ann)
    .refuses('user-registration-abandoned');
  given(user).when('abandonRegistration', {}, ann).refuses('user-not-allowed');
});

test('users can change their own names; unchanged names emit no event', () => {
  const details = { firstName: 'Anna', lastName: 'Archer', phone: '555' };
  const changed: Event = { type: 'UserDetailsChanged', data: { userId: 'ann', ...details } };
  given(user, registered).when('changeDetails', details, ann).emits(changed);
  given(user, registered, changed).when('changeDetails', details, ann).emits();
  given(user, registered).when('changeDetails', details, eve).refuses('user-not-yours');
  given(user).when('changeDetails', details, ann).refuses('user-not-found');
});

test('users can change only their own password', () => {
  given(user, registered)
    .when('changePassword', {}, ann)
    .emits({ type: 'PasswordChanged', data: { userId: 'ann' } });
  given(user, registered).when('changePassword', {}, admin).refuses('user-not-yours');
});

test('the role of a user is changed by an administrator or the command line, with a reason', () => {
  const change = { role: 'creator', reason: 'chose the wrong role' } as const;
  const changed: Event = { type: 'UserRoleChanged', data: { userId: 'ann', previousRole: 'client', ...change } };
  given(user, registered).when('changeRole', change, cli).emits(changed);
  given(user, registered).when('changeRole', change, admin).emits(changed);
  given(user, registered, changed).when('changeRole', change, admin).emits();
  given(user, registered)
    .when('changeRole', { ...change, reason: ' ' }, admin)
    .refuses('user-role-reason');
  given(user, registered)
    .when('changeRole', { ...change, role: 'staff' as 'client' }, admin)
    .refuses('user-role');
  for (const by of [ann, support, { ...ann, kind: 'staff', role: 'admin' } as const])
    given(user, registered).when('changeRole', change, by).refuses('user-role-not-allowed');
  given(user).when('changeRole', change, cli).refuses('user-not-found');
});

test('a staff role is granted by an administrator or the command line, with a reason, once', () => {
  given(user, registered).when('grantStaffRole', grant, cli).emits(granted);
  given(user, registered).when('grantStaffRole', grant, admin).emits(granted);
  given(user, registered, granted).when('grantStaffRole', grant, cli).emits();
  given(user, registered)
    .when('grantStaffRole', { ...grant, reason: ' ' }, cli)
    .refuses('staff-role-reason');
  for (const by of [ann, support, { ...ann, role: 'admin' }])
    given(user, registered).when('grantStaffRole', grant, by).refuses('staff-role-not-allowed');
  given(user).when('grantStaffRole', grant, cli).refuses('user-not-found');
});

test('a staff role is revoked under the same rules', () => {
  const facts = { ...grant, administrators: ['ada'] };
  const revoked: Event = { type: 'StaffRoleRevoked', data: { userId: 'ann', ...grant } };
  given(user, registered, granted).when('revokeStaffRole', facts, cli).emits(revoked);
  given(user, registered, granted).when('revokeStaffRole', facts, admin).emits(revoked);
  given(user, registered, granted, revoked).when('revokeStaffRole', facts, cli).emits();
  given(user, registered, granted, revoked).when('grantStaffRole', grant, cli).emits(granted);
  given(user, registered, granted)
    .when('revokeStaffRole', { ...facts, reason: '' }, cli)
    .refuses('staff-role-reason');
  for (const by of [ann, support])
    given(user, registered, granted).when('revokeStaffRole', facts, by).refuses('staff-role-not-allowed');
});

test('administrators cannot change their own roles, and the last one keeps the role', () => {
  const asAdmin = { role: 'admin', reason: 'founder' } as const;
  const isAdmin: Event = { type: 'StaffRoleGranted', data: { userId: 'ann', ...asAdmin } };
  const herself: Actor = { id: 'ann', kind: 'staff', role: 'admin' };
  const administrator = () => given(user, registered, isAdmin);
  administrator().when('grantStaffRole', grant, herself).refuses('staff-role-not-allowed');
  administrator()
    .when('revokeStaffRole', { ...asAdmin, administrators: ['ann', 'ada'] }, herself)
    .refuses('staff-role-not-allowed');
  for (const administrators of [['ann'], []])
    for (const by of [cli, admin])
      administrator()
        .when('revokeStaffRole', { ...asAdmin, administrators }, by)
        .refuses('staff-role-last-admin');
  administrator()
    .when('revokeStaffRole', { ...asAdmin, administrators: ['ann', 'ada'] }, admin)
    .emits({ type: 'StaffRoleRevoked', data: { userId: 'ann', ...asAdmin } });
});

test('the last administrator can neither be suspended nor erased', () => {
  const isAdmin: Event = { type: 'StaffRoleGranted', data: { userId: 'ann', role: 'admin', reason: 'founder' } };
  const suspended: Event = { type: 'UserSuspended', data: { userId: 'ann', reason: 'case 7' } };
  const erased: Event = { type: 'PersonErased', data: { personId: 'ann' } };
  const last = { reason: 'case 7', sessionIds: [], administrators: ['ann'] };
  const oneOfTwo = { ...last, administrators: ['ann', 'ada'] };
  given(user, registered, isAdmin).when('suspend', last, cli).refuses('staff-role-last-admin');
  given(user, registered, isAdmin).when('suspend', oneOfTwo, cli).emits(suspended);
  for (const by of [ann, cli]) {
    given(user, registered, isAdmin).when('erase', last, by).refuses('staff-role-last-admin');
    given(user, registered, isAdmin).when('erase', oneOfTwo, by).emits(erased);
  }
  given(user, registered, isAdmin, suspended)
    .when('erase', { ...last, administrators: [] }, cli)
    .emits(erased);
});

test('a suspension ends the user’s sessions, and an administrator can reinstate the user', () => {
  const facts = { reason: 'sends spam', sessionIds: ['s1'], administrators: ['ada'] };
  const suspended: Event = { type: 'UserSuspended', data: { userId: 'ann', reason: 'sends spam' } };
  const ended: Event = { type: 'SessionsRevoked', data: { userId: 'ann', sessionIds: ['s1'], reason: 'suspended' } };
  const reinstated: Event = { type: 'UserReinstated', data: { userId: 'ann', reason: 'was a mistake' } };
  given(user, registered).when('suspend', facts, admin).emits(suspended, ended);
  given(user, registered)
    .when('suspend', { ...facts, sessionIds: [] }, cli)
    .emits(suspended);
  given(user, registered, suspended).when('suspend', facts, cli).emits(ended);
  given(user, registered, suspended).when('reinstate', { reason: 'was a mistake' }, admin).emits(reinstated);
  given(user, registered, suspended, reinstated).when('suspend', facts, cli).emits(suspended, ended);
  given(user, registered).when('reinstate', { reason: 'case closed' }, cli).emits();
  given(user, registered)
    .when('suspend', { ...facts, reason: ' ' }, cli)
    .refuses('suspension-reason');
  for (const by of [ann, eve, support]) {
    given(user, registered).when('suspend', facts, by).refuses('suspension-not-allowed');
    given(user, registered, suspended).when('reinstate', facts, by).refuses('suspension-not-allowed');
  }
  const herself: Actor = { id: 'ann', kind: 'staff', role: 'admin' };
  given(user, registered, granted).when('suspend', facts, herself).refuses('suspension-not-allowed');
  given(user).when('suspend', facts, cli).refuses('user-not-found');
});

test('an address verified by a provider can replace the user’s own', () => {
  const changed: Event = {
    type: 'EmailChanged',
    data: { userId: 'ann', email: 'ann@work.example', previousEmail: 'ann@example.com' },
  };
  given(user, registered).when('adoptEmail', { email: 'ann@work.example' }, ann).emits(changed);
  given(user, registered).when('adoptEmail', { email: 'ann@example.com' }, ann).emits();
  given(user, registered).when('adoptEmail', { email: 'eve@work.example' }, eve).refuses('user-not-yours');
});

test('sessions are ended by their user or by the system', () => {
  const revoke = { sessionIds: ['s1', 's2'], reason: 'signed-out-everywhere' } as const;
  const revoked: Event = { type: 'SessionsRevoked', data: { userId: 'ann', ...revoke } };
  given(user, registered).when('revokeSessions', revoke, ann).emits(revoked);
  given(user, registered).when('revokeSessions', revoke, cli).emits(revoked);
  given(user, registered).when('revokeSessions', revoke, eve).refuses('user-not-yours');
  given(user, registered)
    .when('revokeSessions', { ...revoke, sessionIds: [] }, ann)
    .emits();
});
