import { expect, test } from '@jest/globals';
import { retentionText } from './viewer-retention.tsx';

test('the viewer shows how long files are kept, and when they were removed', () => {
  expect(retentionText({ removalDate: null, filesRemovedAt: null })).toBeUndefined();
  expect(retentionText({ removalDate: '2027-11-22', filesRemovedAt: null })).toBe(
    'The files are kept until November 22, 2027. Download them before that day.',
  );
  expect(retentionText({ removalDate: '2027-11-22', filesRemovedAt: null }, false)).toBe(
    'The files are kept until November 22, 2027.',
  );
  expect(retentionText({ removalDate: null, filesRemovedAt: '2027-11-22T12:00:00.000Z' })).toBe(
    'Files were removed on November 22, 2027.',
  );
});
