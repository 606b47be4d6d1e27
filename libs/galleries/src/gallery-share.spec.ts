import { describe, test } from '@jest/globals';
import type { Actor, Message } from '#kernel';
import { given } from '#kernel/testing';
import { type GalleryShareEvents, galleryShare } from './gallery-share.ts';

type Event = Message<GalleryShareEvents>;
const ann: Actor = { id: 'ann', kind: 'user', role: 'client' };
const bo: Actor = { id: 'bo', kind: 'user', role: 'creator' };
const eve: Actor = { id: 'eve', kind: 'user', role: 'creator' };
const worker: Actor = { id: 'identity.finish-erasure', kind: 'worker', role: 'reaction' };
const visitor: Actor = { id: 'anonymous', kind: 'user', role: 'anonymous' };

const inState = (status: 'draft' | 'ready' | 'delivered' | 'closed', id = 'g1') => ({
  id,
  status,
  creatorId: 'bo',
  clientId: 'ann',
  filesRemoved: false,
});
const gallery = inState('delivered');
const one = { count: 1 };
const link = { label: 'Grandparents', access: 'download', passwordHash: null, pinHash: null, expiresAt: null } as const;
const created = (change: Partial<GalleryShareEvents['GalleryShareCreated']> = {}): Event => ({
  type: 'GalleryShareCreated',
  data: { ...link, hasPassword: false, hasPin: false, galleryId: 'g1', creatorId: 'bo', clientId: 'ann', ...change },
});
const revoked: Event = { type: 'GalleryShareRevoked', data: { galleryId: 'g1' } };
const opened = (access: 'view' | 'download'): Event => ({
  type: 'GalleryShareOpened',
  data: { galleryId: 'g1', access, visitorId: null },
});
const none = { password: null, pin: null };
const open = { gallery, proofs: none, visitorId: null };

describe('create', () => {
  test('the creator makes a link', () =>
    given(galleryShare)
      .when('create', { ...link, ...one, gallery }, bo)
      .emits(created()));

  test('others cannot', () => {
    given(galleryShare)
      .when('create', { ...link, ...one, gallery }, ann)
      .refuses('gallery-not-allowed');
    given(galleryShare)
      .when('create', { ...link, ...one, gallery }, eve)
      .refuses('gallery-not-yours');
  });

  test('a gallery without files gets no new link, but its links can be revoked', () => {
    const withoutFiles = { ...gallery, filesRemoved: true };
    given(galleryShare)
      .when('create', { ...link, ...one, gallery: withoutFiles }, bo)
      .refuses('gallery-files-removed');
    given(galleryShare, created()).when('revoke', { gallery: withoutFiles }, bo).emits(revoked);
  });

  test('a link cannot have expired already, nor a PIN without downloads', () => {
    given(galleryShare)
      .when('create', { ...link, ...one, gallery, expiresAt: '2025-12-31T00:00:00.000Z' }, bo)
      .refuses('gallery-share-date-past');
    given(galleryShare)
      .when('create', { ...link, ...one, gallery, access: 'view', pinHash: 'h' }, bo)
      .refuses('gallery-share-pin');
  });
});

test('a gallery has at most 50 links', () => {
  given(galleryShare)
    .when('create', { ...link, gallery, count: 49 }, bo)
    .emits(created());
  given(galleryShare)
    .when('create', { ...link, gallery, count: 50 }, bo)
    .refuses('gallery-share-limit');
});

test('a link is removed by the system, once, and opens for no one after that', () => {
  const removed: Event = { type: 'GalleryShareRemoved', data: { galleryId: 'g1' } };
  given(galleryShare, created()).when('remove', {}, worker).emits(removed);
  given(galleryShare, created(), removed).when('remove', {}, worker).emits();
  given(galleryShare).when('remove', {}, worker).emits();
  given(galleryShare, created()).when('remove', {}, bo).refuses('gallery-share-not-allowed');
  given(galleryShare, created(), removed).when('open', open, visitor).refuses('gallery-share-not-found');
  given(galleryShare, created(), removed).when('revoke', { gallery }, bo).refuses('gallery-share-not-found');
});

describe('revoke', () => {
  test('the creator ends a link, once', () => {
    given(galleryShare, created()).when('revoke', { gallery }, bo).emits(revoked);
    given(galleryShare, created(), revoked).when('revoke', { gallery }, bo).emits();
  });

  test('a link of another gallery is not found', () => {
    given(galleryShare, created())
      .when('revoke', { gallery: inState('ready', 'g2') }, bo)
      .refuses('gallery-share-not-found');
    given(galleryShare).when('revoke', { gallery }, bo).refuses('gallery-share-not-found');
  });
});

describe('open', () => {
  test('a visit is recorded with what it allows', () => {
    given(galleryShare, created()).when('open', open, visitor).emits(opened('download'));
    given(galleryShare, created({ access: 'view' }))
      .when('open', open, visitor)
      .emits(opened('view'));
  });

  test('a password is needed to see anything', () => {
    const past = created({ hasPassword: true, passwordHash: 'h' });
    const visit = (password: boolean | null) =>
      given(galleryShare, past).when('open', { ...open, proofs: { ...none, password } }, visitor);
    visit(null).refuses('gallery-share-password');
    visit(false).refuses('gallery-share-password');
    visit(true).emits(opened('download'));
  });

  test('a link whose secrets were erased with its creator opens for no one', () => {
    const past = created({ hasPassword: true, hasPin: true, passwordHash: null, pinHash: null });
    given(galleryShare, past).when('open', open, visitor).refuses('gallery-share-password');
    given(galleryShare, created({ hasPin: true, pinHash: null }))
      .when('open', open, visitor)
      .emits(opened('view'));
  });

  test('a PIN is needed to download', () => {
    const past = created({ hasPin: true, pinHash: 'h' });
    const visit = (pin: boolean | null) =>
      given(galleryShare, past).when('open', { ...open, proofs: { ...none, pin } }, visitor);
    visit(null).emits(opened('view'));
    visit(false).refuses('gallery-share-pin');
    visit(true).emits(opened('download'));
  });

  test.each([
    ['that was revoked', [created(), revoked], gallery],
    ['that has expired', [created({ expiresAt: '2026-01-01T00:00:00.000Z' })], gallery],
    ['to a draft', [created()], inState('draft')],
    ['to a closed gallery', [created()], inState('closed')],
    ['that never existed', [], gallery],
  ] as [string, Event[], typeof gallery][])('a link %s is not found', (_, past, to) =>
    given(galleryShare, ...past)
      .when('open', { ...open, gallery: to }, visitor)
      .refuses('gallery-share-not-found'),
  );
});
