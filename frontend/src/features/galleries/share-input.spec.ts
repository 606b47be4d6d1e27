import { expect, test } from '@jest/globals';
import { newGalleryShare } from '#galleries/contract';
import { shareInput } from './share-input.ts';

test('fields that were left empty are left out', () => {
  expect(shareInput({ label: '', access: 'view', password: '' })).toEqual({ access: 'view' });
});

test('a link ends when its last day is over, in the user’s time zone', () => {
  const { expiresAt } = newGalleryShare.parse(shareInput({ access: 'view', lastDay: '2027-06-20' }));
  expect(new Date(expiresAt ?? '')).toEqual(new Date(2027, 5, 21));
});

test('a PIN that was entered before downloads were turned off is left out', () => {
  expect(shareInput({ access: 'download', pin: '4711' })).toEqual({ access: 'download', pin: '4711' });
  expect(shareInput({ access: 'view', pin: '4711' })).toEqual({ access: 'view' });
});
