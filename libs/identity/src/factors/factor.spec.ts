import { test } from '@jest/globals';
import type { Actor, Message } from '#kernel';
import { given } from '#kernel/testing';
import { type FactorEvents, factor } from './factor.ts';

type Event = Message<FactorEvents>;
const ann: Actor = { id: 'ann', kind: 'user', role: 'client' };
const eve: Actor = { id: 'eve', kind: 'user', role: 'creator' };
const admin: Actor = { id: 'ada', kind: 'staff', role: 'admin' };
const support: Actor = { id: 'sue', kind: 'staff', role: 'support' };
const cli: Actor = { id: 'cli', kind: 'system', role: 'operator' };

const facts = { userId: 'ann', kind: 'totp', name: 'Phone', sessionId: 's1', sameAddress: true } as const;
const added: Event = { type: 'FactorAdded', data: { userId: 'ann', kind: 'totp', name: 'Phone' } };
const verified: Event = { type: 'FactorVerified', data: { userId: 'ann', sessionId: 's1', sameAddress: true } };
const removed: Event = { type: 'FactorRemoved', data: { userId: 'ann' } };
const blocked: Event = { type: 'FactorBlocked', data: { userId: 'ann', sessionId: 's1' } };

test('the first verification adds the factor', () => {
  given(factor).when('verify', facts, ann).emits(added, verified);
  given(factor, added, verified).when('verify', facts, ann).emits(verified);
});

test('only the owner can use a factor, and only administrators can also remove it', () => {
  given(factor).when('verify', facts, eve).refuses('factor-not-yours');
  given(factor, added)
    .when('verify', { ...facts, userId: 'eve' }, eve)
    .refuses('factor-not-yours');
  given(factor, added).when('remove', {}, eve).refuses('factor-not-yours');
  given(factor, added).when('remove', {}, support).refuses('factor-not-yours');
  given(factor, added).when('remove', {}, admin).emits(removed);
  given(factor, added).when('block', { userId: 'eve', sessionId: 's1' }, eve).refuses('factor-not-yours');
});

test('a removed factor cannot be verified', () => {
  given(factor, added).when('remove', {}, ann).emits(removed);
  given(factor, added).when('remove', {}, cli).emits(removed);
  given(factor, added, removed).when('remove', {}, ann).emits();
  given(factor, added, removed).when('verify', facts, ann).refuses('factor-not-found');
});

test('wrong codes block a factor, even before its first verification', () => {
  given(factor).when('block', { userId: 'ann', sessionId: 's1' }, ann).emits(blocked);
  given(factor, added).when('block', { userId: 'ann', sessionId: 's1' }, ann).emits(blocked);
  given(factor, blocked).when('verify', facts, ann).emits(added, verified);
});
