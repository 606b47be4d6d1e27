import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import type { Actor } from '#kernel';
import { given } from '#kernel/testing';
import { newMessage } from './contract.ts';
import { message } from './message.ts';
import { messageDigest } from './message-digest.ts';

const ann: Actor = { id: 'ann', kind: 'user', role: 'client' };
const bo: Actor = { id: 'bo', kind: 'user', role: 'creator' };
const eve: Actor = { id: 'eve', kind: 'user', role: 'creator' };
const worker: Actor = { id: 'messages.remind', kind: 'worker', role: 'reaction' };
const conversation = { clientId: 'ann', creatorId: 'bo', blockedBy: [], partyLeft: false };
const facts = { threadId: 'thread-1', text: 'Hello', conversation };
const sent = (senderId: string, recipientId: string) =>
  ({ type: 'MessageSent', data: { threadId: 'thread-1', senderId, recipientId, text: 'Hello' } }) as const;

test('a message goes to the other party, once', () => {
  given(message).when('send', facts, ann).emits(sent('ann', 'bo'));
  given(message).when('send', facts, bo).emits(sent('bo', 'ann'));
  given(message, sent('ann', 'bo')).when('send', facts, ann).emits();
});

test('only the parties can write', () => {
  given(message).when('send', facts, eve).refuses('thread-not-yours');
  given(message)
    .when('send', { ...facts, conversation: null }, ann)
    .refuses('thread-not-found');
});

test('no one writes in a blocked conversation', () => {
  const blocked = { ...facts, conversation: { ...conversation, blockedBy: ['ann'] } };
  given(message).when('send', blocked, ann).refuses('thread-blocked');
  given(message).when('send', blocked, bo).refuses('thread-blocked');
});

test('no one writes to a closed account', () =>
  given(message)
    .when('send', { ...facts, conversation: { ...conversation, partyLeft: true } }, ann)
    .refuses('thread-party-left'));

test('a message has a text or files, and at most ten files', () => {
  const isValid = (text: string, count?: number) =>
    newMessage.safeParse({
      text,
      ...(count !== undefined && { attachmentIds: Array.from({ length: count }, () => `attachment-${randomUUID()}`) }),
    }).success;
  expect([isValid('Hello'), isValid('Hello', 0), isValid('', 1), isValid(' ', 10)]).toEqual(Array(4).fill(true));
  expect([isValid(' '), isValid('', 0), isValid('Hello', 11)]).toEqual(Array(3).fill(false));
});

test('a person is reminded of each unread message once', () => {
  const unread = (upTo: number) => ({ personId: 'bo', unread: 2, conversations: 1, upTo });
  const digest = (upTo: number) => ({ type: 'MessageDigestSent', data: unread(upTo) }) as const;
  given(messageDigest).when('send', unread(7), worker).emits(digest(7));
  given(messageDigest, digest(7)).when('send', unread(7), worker).emits();
  given(messageDigest, digest(7)).when('send', unread(9), worker).emits(digest(9));
  given(messageDigest)
    .when('send', { ...unread(7), unread: 0 }, worker)
    .emits();
  given(messageDigest).when('send', unread(7), bo).refuses('message-digest-not-allowed');
});
