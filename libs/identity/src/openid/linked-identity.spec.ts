import { test } from '@jest/globals';
import type { Actor, Message } from '#kernel';
import { given } from '#kernel/testing';
import { type LinkedIdentityEvents, linkedIdentity } from './linked-identity.ts';

type Event = Message<LinkedIdentityEvents>;
const ann: Actor = { id: 'ann', kind: 'user', role: 'client' };
const eve: Actor = { id: 'eve', kind: 'user', role: 'creator' };

const facts = { userId: 'ann', provider: 'google', subject: '1', email: 'ann@example.com', method: 'by-hand' } as const;
const linked: Event = { type: 'IdentityLinked', data: facts };
const unlinked: Event = { type: 'IdentityUnlinked', data: { userId: 'ann', provider: 'google' } };

const unlinkFacts = { userId: 'ann', provider: 'google' };

test('users link their own identity, once', () => {
  given(linkedIdentity).when('link', facts, ann).emits(linked);
  given(linkedIdentity).when('link', facts, eve).refuses('identity-not-yours');
  given(linkedIdentity, linked).when('link', facts, ann).refuses('identity-exists');
  given(linkedIdentity, linked, unlinked).when('link', facts, ann).refuses('identity-exists');
});

test('only the owner can unlink it, once', () => {
  given(linkedIdentity, linked).when('unlink', unlinkFacts, ann).emits(unlinked);
  given(linkedIdentity, linked, unlinked).when('unlink', unlinkFacts, ann).emits();
  given(linkedIdentity, linked).when('unlink', unlinkFacts, eve).refuses('identity-not-yours');
  given(linkedIdentity, linked)
    .when('unlink', { ...unlinkFacts, userId: 'eve' }, eve)
    .refuses('identity-not-yours');
});

test('the email identity can be unlinked although it was never linked', () => {
  const email = { userId: 'ann', provider: 'email' };
  given(linkedIdentity).when('unlink', email, ann).emits({ type: 'IdentityUnlinked', data: email });
  given(linkedIdentity).when('unlink', email, eve).refuses('identity-not-yours');
});
