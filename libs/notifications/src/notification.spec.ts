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
  channels: ['app', 'email'],
} as const;
const sent = { type: 'NotificationSent', data: facts } as const;
const emailed = { type: 'NotificationEmailed', data: {} } as const;

test('a person is notified', () => given(notification).when('send', facts, worker).emits(sent));

test('a notification is sent only once', () => given(notification, sent).when('send', facts, worker).emits());

test('users cannot send notifications', () => {
  given(notification).when('send', facts, ann).refuses('notification-not-allowed');
  given(notification, sent).when('recordEmail', { result: 'sent' }, ann).refuses('notification-not-allowed');
});

test('an email is recorded once', () => {
  given(notification, sent).when('recordEmail', { result: 'sent' }, worker).emits(emailed);
  given(notification, sent, emailed).when('recordEmail', { result: 'sent' }, worker).emits();
});

test('a rejected email is recorded', () =>
  given(notification, sent)
    .when('recordEmail', { result: 'rejected' }, worker)
    .emits({ type: 'NotificationEmailRejected', data: {} }));

test('an email whose worker was killed is recorded as such, until its result is known after all', () => {
  const interrupted = { type: 'NotificationEmailInterrupted', data: {} } as const;
  given(notification, sent).when('recordInterruption', {}, worker).emits(interrupted);
  given(notification, sent, interrupted).when('recordInterruption', {}, worker).emits();
  given(notification, sent, interrupted).when('recordEmail', { result: 'sent' }, worker).emits(emailed);
  given(notification, sent, emailed).when('recordInterruption', {}, worker).emits();
});
