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

test('the command line and administrators erase a person; the event names nobody', () => {
  given(user, registered).when('erase', { reason }, operator).emits(erased);
  given(user, registered).when('erase', { reason }, { id: 'sam', kind: 'staff', role: 'admin' }).emits(erased);
});

test('people erase themselves, and need not say why', () => {
  given(user, registered).when('erase', { reason: '' }, ann).emits(erased);
});

test('nobody else does', () => {
  for (const by of [{ ...ann, id: 'bo' }, { id: 'sue', kind: 'staff', role: 'support' } as const])
    given(user, registered).when('erase', { reason }, by).refuses('person-not-allowed');
});

test('who is erased already stays so, who never was cannot be', () => {
  given(user, registered, erased).when('erase', { reason }, operator).emits();
  given(user).when('erase', { reason }, operator).refuses('user-not-found');
  given(user, { type: 'RegistrationAbandoned', data: {} })
    .when('erase', { reason }, operator)
    .refuses('user-not-found');
});

test('nothing more is done in the name of somebody who was erased', () => {
  given(user, registered, erased).when('changePassword', {}, ann).refuses('user-not-found');
  given(user, registered, erased)
    .when('grantStaffRole', { role: 'support', reason: 'back' }, operator)
    .refuses('user-not-found');
});

test('the reason stays in clear, so there must be one and it must not tell who it is', () => {
  given(user, registered).when('erase', { reason: '  ' }, operator).refuses('person-reason');
  for (const telling of ['Ann asked', 'asked by ANN@example.com.', 'Mrs. Archer wrote', 'called from 1-555-010-0199'])
    given(user, registered).when('erase', { reason: telling }, operator).refuses('person-reason-personal');
  given(user, registered).when('erase', { reason: 'annual clean-up' }, operator).emits(erased);
});
