import { describe, test } from '@jest/globals';
import type { Actor, Message } from '#kernel';
import { given } from '#kernel/testing';
import type { GalleryRights } from './gallery.ts';
import { type GalleryItemCommands, type GalleryItemEvents, galleryItem } from './gallery-item.ts';

type Event = Message<GalleryItemEvents>;
const ann: Actor = { id: 'ann', kind: 'user', role: 'client' };
const bo: Actor = { id: 'bo', kind: 'user', role: 'creator' };
const eve: Actor = { id: 'eve', kind: 'user', role: 'creator' };
const sue: Actor = { id: 'sue', kind: 'staff', role: 'support' };
const worker: Actor = { id: 'galleries.derive-item', kind: 'worker', role: 'reaction' };

const inState = (status: GalleryRights['status'], id = 'g1') => ({
  id,
  status,
  creatorId: 'bo',
  clientId: 'ann',
  filesRemoved: false,
});
const draft = inState('draft');
const delivered = inState('delivered');
const file = { path: 'private/g1/1-a.jpg', fileName: 'a.jpg', fileType: 'image/jpeg', fileSize: 10, sha256: 'ab' };
const checksums = { originalCrc32: 1, largeCrc32: 2, largeSize: 3, fullCrc32: 4, fullSize: 5 };
const facts = { kind: 'image', width: 6, height: 4, thumbhash: 'aa', durationMs: null, ...checksums } as const;
const added: Event = { type: 'GalleryItemAdded', data: { ...file, galleryId: 'g1', creatorId: 'bo', clientId: 'ann' } };
const derived: Event = { type: 'GalleryItemDerived', data: { ...facts, clientId: 'ann' } };
const refused: Event = { type: 'GalleryItemRefused', data: { message: 'This file is empty.' } };
const removed: Event = { type: 'GalleryItemRemoved', data: { galleryId: 'g1', path: file.path } };
const favorited: Event = { type: 'GalleryItemFavorited', data: {} };

describe('add', () => {
  test.each(['draft', 'ready'] as const)('the creator adds a file to a gallery that is %s', (status) =>
    given(galleryItem)
      .when('add', { ...file, isListed: true, gallery: inState(status) }, bo)
      .emits(added),
  );

  test('an upload becomes one item, even after its gallery was delivered', () => {
    given(galleryItem, added)
      .when('add', { ...file, isListed: true, gallery: delivered }, bo)
      .emits();
    given(galleryItem, added, removed)
      .when('add', { ...file, isListed: true, gallery: draft }, bo)
      .emits();
  });

  test('a file that the gallery does not list is not added', () =>
    given(galleryItem)
      .when('add', { ...file, isListed: false, gallery: draft }, bo)
      .refuses('gallery-item-not-found'));

  test.each([
    [delivered, bo, 'gallery-delivered'],
    [inState('none'), bo, 'gallery-not-found'],
    [inState('closed'), bo, 'gallery-not-found'],
    [draft, eve, 'gallery-not-yours'],
    [draft, ann, 'gallery-not-yours'],
    [inState('ready'), ann, 'gallery-not-allowed'],
    [draft, sue, 'gallery-not-yours'],
  ])('to a gallery %j by %j is refused', (gallery, by, code) =>
    given(galleryItem)
      .when('add', { ...file, isListed: true, gallery }, by)
      .refuses(code),
  );
});

describe('processing', () => {
  test('ends with what is known of the picture, or with a refusal', () => {
    given(galleryItem, added).when('recordDerived', facts, worker).emits(derived);
    given(galleryItem, added).when('recordRefusal', { message: 'This file is empty.' }, worker).emits(refused);
  });

  test('ends once, and not at all for a file that has been removed', () => {
    for (const past of [[], [added, derived], [added, refused], [added, removed]] as Event[][]) {
      given(galleryItem, ...past)
        .when('recordDerived', facts, worker)
        .emits();
      given(galleryItem, ...past)
        .when('recordRefusal', { message: 'This file is empty.' }, worker)
        .emits();
    }
  });
});

describe('describe and move', () => {
  const texts = { title: 'First dance', section: 'Party' };

  test('the creator gives a file a title, a section and a place', () => {
    given(galleryItem, added)
      .when('describe', { gallery: draft, ...texts }, bo)
      .emits({ type: 'GalleryItemDescribed', data: { ...texts, creatorId: 'bo', clientId: 'ann' } });
    given(galleryItem, added)
      .when('move', { gallery: draft, sortOrder: 3 }, bo)
      .emits({ type: 'GalleryItemMoved', data: { sortOrder: 3 } });
  });

  test('a text that is left out stays as it is at that moment', () => {
    const described = (data: typeof texts | { title: null; section: string }): Event => ({
      type: 'GalleryItemDescribed',
      data: { ...data, creatorId: 'bo', clientId: 'ann' },
    });
    given(galleryItem, added, described(texts))
      .when('describe', { gallery: draft, section: 'Evening' }, bo)
      .emits(described({ ...texts, section: 'Evening' }));
    given(galleryItem, added, described(texts))
      .when('describe', { gallery: draft, title: null }, bo)
      .emits(described({ title: null, section: 'Party' }));
    given(galleryItem, added, described(texts)).when('describe', { gallery: draft }, bo).emits();
  });

  test('unchanged values record no event', () => {
    given(galleryItem, added).when('describe', { gallery: draft, title: null, section: null }, bo).emits();
    given(galleryItem, added).when('move', { gallery: draft, sortOrder: 0 }, bo).emits();
  });
});

describe('favorite', () => {
  test('the client marks a file as a favorite, even in a delivered gallery, and removes the mark', () => {
    given(galleryItem, added, derived).when('favorite', { gallery: delivered, isFavorite: true }, ann).emits(favorited);
    given(galleryItem, added, derived, favorited)
      .when('favorite', { gallery: delivered, isFavorite: true }, ann)
      .emits();
    given(galleryItem, added, derived, favorited)
      .when('favorite', { gallery: delivered, isFavorite: false }, ann)
      .emits({ type: 'GalleryItemUnfavorited', data: {} });
  });

  test('others cannot', () => {
    const favorite = { gallery: delivered, isFavorite: true };
    given(galleryItem, added, derived).when('favorite', favorite, bo).refuses('gallery-not-allowed');
    given(galleryItem, added, derived).when('favorite', favorite, eve).refuses('gallery-not-yours');
    given(galleryItem, added, derived)
      .when('favorite', { ...favorite, gallery: draft }, ann)
      .refuses('gallery-not-yours');
  });

  test.each([true, false])('the favorites of a gallery without files do not change: %s', (isFavorite) =>
    given(galleryItem, added, derived, ...(isFavorite ? [] : [favorited]))
      .when('favorite', { gallery: { ...delivered, filesRemoved: true }, isFavorite }, ann)
      .refuses('gallery-files-removed'),
  );
});

describe('remove', () => {
  test('the creator removes a file until the gallery is delivered', () => {
    given(galleryItem, added, refused).when('remove', { gallery: draft, unlisted: true }, bo).emits(removed);
    given(galleryItem, added, derived)
      .when('remove', { gallery: delivered, unlisted: false }, bo)
      .refuses('gallery-delivered');
  });

  test('a removal that a reaction has already completed succeeds', () =>
    given(galleryItem, added, removed).when('remove', { gallery: draft, unlisted: true }, bo).emits());

  test('a closed gallery is emptied by the system', () => {
    given(galleryItem, added)
      .when('remove', { gallery: inState('closed'), unlisted: false }, worker)
      .emits(removed);
    given(galleryItem, added, removed)
      .when('remove', { gallery: inState('closed'), unlisted: false }, worker)
      .emits();
  });
});

test.each([
  ['describe', { title: 'x', section: null }, bo],
  ['move', { sortOrder: 1 }, bo],
  ['remove', { unlisted: false }, bo],
  ['favorite', { isFavorite: true }, ann],
] as const)('%s needs a file of this gallery that still exists', (verb, more, by) => {
  const when = (past: Event[], id: string) =>
    given(galleryItem, ...past)
      .when(verb, { gallery: inState('ready', id), ...more } as GalleryItemCommands[typeof verb] as never, by)
      .refuses('gallery-item-not-found');
  when([], 'g1');
  when([added, removed], 'g1');
  when([added], 'g2');
});
