import { test } from '@jest/globals';
import type { Actor, Message } from '#kernel';
import { given } from '#kernel/testing';
import { type GallerySettingsEvents, gallerySettings } from './gallery-settings.ts';

const bo: Actor = { id: 'bo', kind: 'user', role: 'creator' };
const changed = (lockOriginals: boolean, deliveryDays: number): Message<GallerySettingsEvents> => ({
  type: 'GallerySettingsChanged',
  data: { lockOriginals, deliveryDays },
});

test('a creator changes one rule and keeps the other', () => {
  given(gallerySettings).when('change', { lockOriginals: false }, bo).emits(changed(false, 30));
  given(gallerySettings, changed(false, 30)).when('change', { deliveryDays: 14 }, bo).emits(changed(false, 14));
});

test('unchanged values record no event', () => {
  given(gallerySettings).when('change', { lockOriginals: true, deliveryDays: 30 }, bo).emits();
  given(gallerySettings, changed(false, 14)).when('change', {}, bo).emits();
});

test('the rules of an erased creator are removed by the system, once', () => {
  const worker: Actor = { id: 'identity.finish-erasure', kind: 'worker', role: 'reaction' };
  const removed: Message<GallerySettingsEvents> = { type: 'GallerySettingsRemoved', data: {} };
  given(gallerySettings, changed(false, 14)).when('remove', {}, worker).emits(removed);
  given(gallerySettings, changed(false, 14), removed).when('remove', {}, worker).emits();
  given(gallerySettings).when('remove', {}, worker).emits();
  given(gallerySettings, changed(false, 14)).when('remove', {}, bo).refuses('gallery-settings-not-allowed');
});
