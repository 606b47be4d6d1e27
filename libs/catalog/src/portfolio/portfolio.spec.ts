import { expect, test } from '@jest/globals';
import { type Actor, type Message, project, replay } from '#kernel';
import { given, recorded } from '#kernel/testing';
import { portfolios } from './portfolio.projection.ts';
import { inOrder, type PortfolioEvents, portfolio, portfolioLimit } from './portfolio.ts';

type Event = Message<PortfolioEvents>;
const bo: Actor = { id: 'bo', kind: 'user', role: 'creator' };
const ann: Actor = { id: 'ann', kind: 'user', role: 'client' };
const worker: Actor = { id: 'catalog.publish-portfolio-picture', kind: 'worker', role: 'reaction' };

const creatorId = 'bo';
const original = (id: string) => `private/bo/portfolio-${id}.jpg`;
const target = (place: number) => `public/bo/portfolio-7-${place}`;
const file = (pictureId: string) => ({
  creatorId,
  pictureId,
  fileName: `${pictureId}.jpg`,
  original: original(pictureId),
});
const add = (pictureId: string) => ({ ...file(pictureId), timestamp: 7 });
const facts = { width: 3_000, height: 2_000, thumbhash: 'aGFzaA==' };

const opened: Event = { type: 'PortfolioOpened', data: { creatorId } };
const added = (id: string, place: number): Event => ({
  type: 'PortfolioPictureAdded',
  data: { ...file(id), target: target(place) },
});
const published = (pictureId: string): Event => ({
  type: 'PortfolioPicturePublished',
  data: { creatorId, pictureId, ...facts, original: original(pictureId) },
});
const refused = (pictureId: string): Event => ({
  type: 'PortfolioPictureRefused',
  data: { creatorId, pictureId, reason: 'This file is empty.', original: original(pictureId) },
});
const removed = (pictureId: string, place: number): Event => ({
  type: 'PortfolioPictureRemoved',
  data: { creatorId, pictureId, original: original(pictureId), target: target(place) },
});
const described = (pictureId: string, title: string | null, description: string | null): Event => ({
  type: 'PortfolioPictureDescribed',
  data: { creatorId, pictureId, title, description },
});
const ordered = (...pictureIds: string[]): Event => ({ type: 'PortfolioOrdered', data: { creatorId, pictureIds } });
const three = [opened, added('a', 0), added('b', 1), added('c', 2)];
const full = [opened, ...Array.from({ length: portfolioLimit }, (_, place) => added(`p${place}`, place))];

test('the first picture opens the portfolio', () =>
  given(portfolio).when('add', add('a'), bo).emits(opened, added('a', 0)));

test('pictures have numbers that are not used again', () =>
  given(portfolio, ...three, removed('c', 2))
    .when('add', add('d'), bo)
    .emits(added('d', 3)));

test('a repeated upload adds nothing, even if its picture was removed', () => {
  given(portfolio, ...three)
    .when('add', add('b'), bo)
    .emits();
  given(portfolio, ...three, removed('b', 1))
    .when('add', add('b'), bo)
    .emits();
});

test('a portfolio has at most 30 pictures, without files that were refused', () => {
  given(portfolio, ...full)
    .when('add', add('x'), bo)
    .refuses('portfolio-full');
  given(portfolio, ...full, refused('p3'))
    .when('add', add('x'), bo)
    .emits(added('x', portfolioLimit));
});

test('only the latest 30 files that were refused are kept', () => {
  const ids = Array.from({ length: 31 }, (_, place) => `r${place}`);
  const past = ids.flatMap((id, place) => (place < 30 ? [added(id, place), refused(id)] : [added(id, place)]));
  given(portfolio, opened, ...past)
    .when('refuse', { pictureId: 'r30', reason: 'This file is empty.' }, worker)
    .emits(refused('r30'), removed('r0', 0));
});

test('the state remembers the latest 500 uploads, and still numbers all pictures', () => {
  const past = Array.from({ length: 501 }, (_, place) => [added(`p${place}`, place), removed(`p${place}`, place)]);
  const events = [opened, ...past.flat()];
  expect(replay(portfolio, events).known).toHaveLength(500);
  given(portfolio, ...events)
    .when('add', add('p500'), bo)
    .emits();
  given(portfolio, ...events)
    .when('add', add('d'), bo)
    .emits(added('d', 501));
});

test('only creators and vendors have a portfolio, and only their own', () => {
  given(portfolio)
    .when('add', { ...add('a'), creatorId: 'ann' }, ann)
    .refuses('portfolio-not-allowed');
  given(portfolio)
    .when('add', add('a'), { ...bo, id: 'vi', role: 'vendor' })
    .refuses('portfolio-not-yours');
  for (const by of [ann, { ...bo, kind: 'staff', role: 'admin' } as const]) {
    given(portfolio, ...three)
      .when('describe', { pictureId: 'a', title: 'A' }, by)
      .refuses('portfolio-not-allowed');
    given(portfolio, ...three)
      .when('order', { pictureIds: [] }, by)
      .refuses('portfolio-not-allowed');
    given(portfolio, ...three)
      .when('remove', { pictureId: 'a' }, by)
      .refuses('portfolio-not-allowed');
  }
});

test('a picture is published or refused once, by the product itself', () => {
  given(portfolio, ...three)
    .when('publish', { pictureId: 'a', ...facts }, worker)
    .emits(published('a'));
  given(portfolio, ...three)
    .when('refuse', { pictureId: 'a', reason: 'This file is empty.' }, worker)
    .emits(refused('a'));
  for (const end of [published('a'), refused('a'), removed('a', 0)]) {
    given(portfolio, ...three, end)
      .when('publish', { pictureId: 'a', ...facts }, worker)
      .emits();
    given(portfolio, ...three, end)
      .when('refuse', { pictureId: 'a', reason: 'This file is empty.' }, worker)
      .emits();
  }
  given(portfolio, ...three)
    .when('publish', { pictureId: 'a', ...facts }, bo)
    .refuses('portfolio-not-allowed');
  given(portfolio, ...three)
    .when('refuse', { pictureId: 'a', reason: 'No.' }, bo)
    .refuses('portfolio-not-allowed');
});

test('texts that are left out stay as they are', () => {
  given(portfolio, ...three, described('a', 'First dance', 'Under the oak'))
    .when('describe', { pictureId: 'a', title: null }, bo)
    .emits(described('a', null, 'Under the oak'));
  given(portfolio, ...three, described('a', 'First dance', null))
    .when('describe', { pictureId: 'a', title: 'First dance' }, bo)
    .emits();
});

test('pictures that an order leaves out follow those in it', () => {
  given(portfolio, ...three)
    .when('order', { pictureIds: ['c'] }, bo)
    .emits(ordered('c', 'a', 'b'));
  given(portfolio, ...three)
    .when('order', { pictureIds: ['a', 'b'] }, bo)
    .emits();
});

test('a picture that is not in the portfolio cannot be changed', () => {
  given(portfolio, ...three)
    .when('order', { pictureIds: ['a', 'x'] }, bo)
    .refuses('portfolio-picture-not-found');
  given(portfolio, ...three)
    .when('describe', { pictureId: 'x', title: 'X' }, bo)
    .refuses('portfolio-picture-not-found');
  given(portfolio).when('remove', { pictureId: 'a' }, bo).refuses('portfolio-picture-not-found');
});

test('a portfolio is removed once, and stays closed', () => {
  const cleared: Event = { type: 'PortfolioCleared', data: { creatorId } };
  given(portfolio, ...three)
    .when('clear', {}, worker)
    .emits(cleared);
  given(portfolio, ...three, cleared)
    .when('clear', {}, worker)
    .emits();
  given(portfolio).when('clear', {}, worker).emits();
  given(portfolio, ...three, cleared)
    .when('add', add('d'), bo)
    .refuses('portfolio-closed');
  given(portfolio, ...three)
    .when('clear', {}, bo)
    .refuses('portfolio-not-allowed');
});

const rowAfter = (...events: Event[]) =>
  project(portfolios, new Map(), recorded<PortfolioEvents>('portfolio-bo', events)).get('bo');

test('the row shows each picture with its texts, in the creator’s order', () => {
  const row = rowAfter(
    ...three,
    published('b'),
    described('b', 'First dance', null),
    refused('c'),
    ordered('b', 'c', 'a'),
  );
  const blank = { title: null, description: null, width: null, height: null, thumbhash: null, reason: null };
  expect(row && inOrder(row.pictures, row.pictureOrder)).toEqual([
    {
      ...blank,
      ...facts,
      id: 'b',
      status: 'published',
      path: `${target(1)}.jpg`,
      fileName: 'b.jpg',
      title: 'First dance',
    },
    {
      ...blank,
      id: 'c',
      status: 'refused',
      path: `${target(2)}.jpg`,
      fileName: 'c.jpg',
      reason: 'This file is empty.',
    },
    { ...blank, id: 'a', status: 'processing', path: `${target(0)}.jpg`, fileName: 'a.jpg' },
  ]);
});

test('the row and the state have the same pictures in the same order', () => {
  const events: Event[] = [...three, ordered('c', 'a', 'b'), removed('a', 0), added('d', 3), published('c')];
  const { pictures = [], pictureOrder = [] } = rowAfter(...events) ?? {};
  const seen = (all: readonly { readonly id: string; readonly status: string }[]) =>
    all.map(({ id, status }) => [id, status]);
  expect(seen(inOrder(pictures, pictureOrder))).toEqual(seen(replay(portfolio, events).pictures));
});

test('a portfolio that was removed has no row', () =>
  expect(rowAfter(...three, { type: 'PortfolioCleared', data: { creatorId } })).toBeUndefined());
