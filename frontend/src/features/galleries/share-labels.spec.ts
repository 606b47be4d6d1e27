import { expect, test } from '@jest/globals';
import { endedLabel, type GalleryShare, type ShareVisit, termsLabel, visitLabel, visitsLabel } from './share-labels.ts';

const visit = (change: Partial<ShareVisit>): ShareVisit => ({
  kind: 'opened',
  access: 'view',
  itemId: null,
  visitorName: null,
  createdAt: '2027-06-20T10:00:00.000Z',
  ...change,
});
const share = (change: Partial<GalleryShare>): GalleryShare => ({
  id: 'gallery-share-00000000-0000-4000-8000-000000000000',
  label: null,
  access: 'view',
  hasPassword: false,
  hasPin: false,
  expiresAt: null,
  revokedAt: null,
  createdAt: '2027-06-20T10:00:00.000Z',
  path: '/shared-galleries/x',
  visits: [],
  ...change,
});

test('a link works until it is revoked or its date has passed', () => {
  const now = new Date('2027-06-21T00:00:00.000Z');
  expect(endedLabel(share({}), now)).toBeUndefined();
  expect(endedLabel(share({ expiresAt: '2027-06-21T00:00:00.001Z' }), now)).toBeUndefined();
  expect(endedLabel(share({ expiresAt: '2027-06-21T00:00:00.000Z' }), now)).toBe('Expired');
  expect(endedLabel(share({ expiresAt: '2027-06-20T00:00:00.000Z', revokedAt: '2027-06-19' }), now)).toBe('Revoked');
});

test('the terms of a link name its last day', () => {
  expect(termsLabel(share({}))).toBe('View only');
  const expiresAt = new Date(2027, 5, 21).toISOString();
  expect(termsLabel(share({ access: 'download', hasPassword: true, hasPin: true, expiresAt }))).toBe(
    'View and download · Password · PIN for downloads · Until Jun 20, 2027',
  );
});

test('visits and downloads are counted and described', () => {
  const visits = [visit({}), visit({ visitorName: 'Ada Park' }), visit({ kind: 'downloaded', itemId: 'a' })];
  expect(visitsLabel([])).toBe('0 visits');
  expect(visitsLabel(visits)).toBe('2 visits · 1 download');
  expect(visits.map((one) => visitLabel(one, () => 'rings.jpg'))).toEqual([
    'A visitor opened the gallery',
    'Ada Park opened the gallery',
    'A visitor downloaded rings.jpg',
  ]);
  expect(visitLabel(visit({ kind: 'downloaded' }), () => undefined)).toBe('A visitor downloaded all files');
  expect(visitLabel(visit({ kind: 'downloaded', itemId: 'a' }), () => undefined)).toBe(
    'A visitor downloaded a deleted file',
  );
});
