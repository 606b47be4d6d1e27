import { expect, test } from '@jest/globals';
import { afterRead, isShowing } from './form-versions.ts';

const saved = { bio: 'Weddings', websiteUrl: null };

test('a form that was not edited takes over what was saved elsewhere', () => {
  const later = { ...saved, bio: 'Concerts' };
  expect(afterRead(later, { ...saved }, { known: saved, sent: undefined })).toBe('replace');
  expect(afterRead({ ...saved }, { bio: 'Typed' }, { known: saved, sent: undefined })).toBe('keep');
});

test('what was typed is kept when something else was saved elsewhere', () => {
  const later = { ...saved, bio: 'Concerts' };
  expect(afterRead(later, { ...saved, bio: 'Typed' }, { known: saved, sent: undefined })).toBe('choose');
  expect(afterRead(later, { ...saved, bio: 'Concerts' }, { known: saved, sent: undefined })).toBe('replace');
});

test('after saving, the form takes over what the server made of its values, unless more was typed since', () => {
  const versions = { known: saved, sent: { ...saved, bio: ' Typed ' } };
  const later = { ...saved, bio: 'Typed' };
  expect(afterRead(later, versions.sent, versions)).toBe('replace');
  expect(afterRead(later, { ...saved, bio: ' Typed and more' }, versions)).toBe('choose');
});

test('values are compared without regard to blanks and the order of keys', () => {
  const offers = [{ name: 'Full day', price: 10 }];
  expect(isShowing({ offers: [{ price: 10, name: 'Full day', description: '' }], other: 1 }, { offers })).toBe(true);
  expect(isShowing({ offers: [{ name: 'Full day', price: 11 }] }, { offers })).toBe(false);
  expect(isShowing({ offers: [...offers, ...offers] }, { offers })).toBe(false);
});
