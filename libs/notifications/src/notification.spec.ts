import { test } from '@jest/globals';
import type { Actor } from '#kernel';
import { given } from '#kernel/testing';
import { notification } from './notification.ts';

const worker: Actor = { id: 'galleries.notify-delivery', kind: 'worker', role: 'reaction' };
const ann: Actor = { id: 'ann', kind: 'user', role: 'client' };
const facts = {
  personId: 'ann',
  kind: 'galleries.delivered',
  title: 'Your gallery is here',
  text: 'It contains 24 photos and videos.',
  link: { label: 'Open the gallery', path: '/galleries/gallery-1' },
};

test('a person is notified', () =>
  given(notification).when('send', facts, worker).emits({ type: 'NotificationSent', data: facts }));

test('a notification is sent only once', () =>
  given(notification, { type: 'NotificationSent', data: facts }).when('send', facts, worker).emits());

test('users cannot send notifications', () =>
  given(notification).when('send', facts, ann).refuses('notification-not-allowed'));
