import { test } from '@jest/globals';
import type { Actor, Message } from '#kernel';
import { given } from '#kernel/testing';
import { type AvatarEvents, avatar } from './avatar.ts';

type Event = Message<AvatarEvents>;
const userId = 'ann';
const ann: Actor = { id: 'ann', kind: 'user', role: 'client' };
const bo: Actor = { id: 'bo', kind: 'user', role: 'creator' };
const worker: Actor = { id: 'identity.publish-avatar', kind: 'worker', role: 'reaction' };

const original = (id: string) => `private/ann/avatar-${id}.jpg`;
const picture = (avatarId: string, timestamp: number) => ({
  userId,
  avatarId,
  original: original(avatarId),
  // The tests upload the first picture at 1 and the second one at 2.
  target: `public/ann/avatar-${timestamp}-${timestamp - 1}`,
});
const upload = (avatarId: string, timestamp: number) => ({ userId, avatarId, original: original(avatarId), timestamp });
const uploaded = (id: string, timestamp: number): Event => ({ type: 'AvatarUploaded', data: picture(id, timestamp) });
const published = (id: string, timestamp: number): Event => ({ type: 'AvatarPublished', data: picture(id, timestamp) });
const removed = (id: string, timestamp: number): Event => ({ type: 'AvatarRemoved', data: picture(id, timestamp) });
const shown = [uploaded('a', 1), published('a', 1)];

test('a picture is shown once it was prepared', () => {
  given(avatar).when('upload', upload('a', 1), ann).emits(uploaded('a', 1));
  given(avatar, uploaded('a', 1)).when('publish', { avatarId: 'a' }, worker).emits(published('a', 1));
});

test('a new picture replaces the one that is shown, and one that is being prepared', () => {
  given(avatar, ...shown, uploaded('b', 2))
    .when('publish', { avatarId: 'b' }, worker)
    .emits(published('b', 2), removed('a', 1));
  given(avatar, uploaded('a', 1)).when('upload', upload('b', 2), ann).emits(removed('a', 1), uploaded('b', 2));
  given(avatar, uploaded('a', 1), removed('a', 1), uploaded('b', 2)).when('publish', { avatarId: 'a' }, worker).emits();
});

test('two pictures that are uploaded in the same millisecond have different copies', () =>
  given(avatar, ...shown)
    .when('upload', upload('b', 1), ann)
    .emits({ type: 'AvatarUploaded', data: { ...picture('b', 1), target: 'public/ann/avatar-1-1' } }));

test('the picture that is shown stays when a new file is refused', () =>
  given(avatar, ...shown, uploaded('b', 2))
    .when('refuse', { avatarId: 'b', reason: 'This file is empty.' }, worker)
    .emits({
      type: 'AvatarRefused',
      data: { userId, avatarId: 'b', reason: 'This file is empty.', original: original('b') },
    }));

test('a repeated upload changes nothing, even if its picture was removed', () => {
  given(avatar, ...shown)
    .when('upload', upload('a', 1), ann)
    .emits();
  given(avatar, ...shown, removed('a', 1))
    .when('upload', upload('a', 1), ann)
    .emits();
});

test('a picture is removed by its user, or by the product when the account is closed', () => {
  for (const by of [ann, worker])
    given(avatar, ...shown, uploaded('b', 2))
      .when('remove', { userId }, by)
      .emits(removed('b', 2), removed('a', 1));
  given(avatar).when('remove', { userId }, ann).emits();
});

test('users change only their own picture', () => {
  given(avatar).when('upload', upload('a', 1), bo).refuses('avatar-not-yours');
  given(avatar, ...shown)
    .when('remove', { userId }, bo)
    .refuses('avatar-not-yours');
  given(avatar).when('upload', upload('a', 1), worker).refuses('avatar-not-allowed');
  given(avatar, uploaded('a', 1)).when('publish', { avatarId: 'a' }, ann).refuses('avatar-not-allowed');
});
