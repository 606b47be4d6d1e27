import { test } from '@jest/globals';
import type { Actor } from '#kernel';
import { given } from '#kernel/testing';
import { dummyVendor } from './dummy-vendor.ts';

const admin: Actor = { id: 'sam', kind: 'staff', role: 'admin' };
const facts = { creatorId: 'bo' };
const marked = { type: 'DummyVendorMarked', data: facts } as const;

test('an administrator marks an account as dummy data, once', () => {
  given(dummyVendor).when('mark', facts, admin).emits(marked);
  given(dummyVendor, marked).when('mark', facts, admin).emits();
});

test('only a marked account is deleted', () => {
  given(dummyVendor, marked).when('unmark', {}, admin).emits({ type: 'DummyVendorDeleted', data: facts });
  given(dummyVendor).when('unmark', {}, admin).emits();
});

test('only an administrator can mark and delete', () => {
  const others: Actor[] = [
    { id: 'ann', kind: 'user', role: 'client' },
    { id: 'sue', kind: 'staff', role: 'support' },
    { id: 'bo', kind: 'user', role: 'admin' },
  ];
  for (const by of others) {
    given(dummyVendor).when('mark', facts, by).refuses('seeding-not-allowed');
    given(dummyVendor, marked).when('unmark', {}, by).refuses('seeding-not-allowed');
  }
});
