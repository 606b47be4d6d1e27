import { expect, test } from '@jest/globals';
import { promiseText } from './gallery-labels.ts';

test('both parties read by when a gallery was promised, and that it is late, until the first delivery', () => {
  const gallery = { version: 0, dueDate: '2027-06-03', isLate: false };
  expect(promiseText(gallery)).toBe('Promised by June 3, 2027');
  expect(promiseText({ ...gallery, isLate: true })).toBe('Late: promised by June 3, 2027');
  expect(promiseText({ ...gallery, version: 1 })).toBeUndefined();
});
