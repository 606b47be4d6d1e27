import { test } from '@jest/globals';
import type { Actor } from '#kernel';
import { given } from '#kernel/testing';
import { user } from '../users/user.ts';

const operator: Actor = { id: 'cli:olga', kind: 'system', role: 'operator' };
const ann: Actor = { id: 'ann', kind: 'user', role: 'client' };
const registered = {
  type: 'UserRegistered',
  data: {
    userId: 'ann',
    email: 'ann@example.com',
    firstName: 'Ann',
    lastName: 'van Archer',
    phone: '+1 555 010 0199',
    role: 'client',
    termsVersion: null,
  },
} as const;
const erased = { type: 'PersonErased', data: { personId: 'ann' } } as const;
const reason = 'asked for in writing, case 2031';
const administrators = ['ada'];

test('the command line and administrators can erase a person; the event holds no personal data', () => {
  given(user, registered).when('erase', { reason, administrators }, operator).emits(erased);
  given(user, registered)
    .when('erase', { reason, administrators }, { id: 'sam', kind: 'staff', role: 'admin' })
    .emits(erased);
});

test('users can erase themselves without a reason', () => {
  given(user, registered).when('erase', { reason: '', administrators }, ann).emits(erased);
});

test('other users and other staff cannot erase a person', () => {
  for (const by of [{ ...ann, id: 'bo' }, { id: 'sue', kind: 'staff', role: 'support' } as const])
    given(user, registered).when('erase', { reason, administrators }, by).refuses('person-not-allowed');
});

test('erasing an erased person again does nothing; an unregistered user cannot be erased', () => {
  given(user, registered, erased).when('erase', { reason, administrators }, operator).emits();
  given(user).when('erase', { reason, administrators }, operator).refuses('user-not-found');
  given(user, { type: 'RegistrationAbandoned', data: {} })
    .when('erase', { reason, administrators }, operator)
    .refuses('user-not-found');
});

test('commands for an erased person are refused', () => {
  given(user, registered, erased).when('changePassword', {}, ann).refuses('user-not-found');
  given(user, registered, erased)
    .when('grantStaffRole', { role: 'support', reason: 'back' }, operator)
    .refuses('user-not-found');
});

test('the reason is stored unencrypted, so it is required and must not contain personal data', () => {
  given(user, registered).when('erase', { reason: '  ', administrators }, operator).refuses('person-reason');
  for (const personalReason of [
    'Ann asked',
    'asked by ANN@example.com.',
    'Mrs. Archer wrote',
    'called from 1-555-010-0199',
  ])
    given(user, registered)
      .when('erase', { reason: personalReason, administrators }, operator)
      .refuses('person-reason-personal');
  given(user, registered).when('erase', { reason: 'annual clean-up', administrators }, operator).emits(erased);
});
