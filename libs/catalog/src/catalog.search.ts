import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { type Page, pageOf, placeIn } from '#platform/projections';
import { CatalogQueries } from './catalog.queries.ts';
import type { CreatorLocationRow, CreatorPackageRow, CreatorProfileRow, CreatorServiceRow } from './catalog.rows.ts';
import { type CreatorFilter, type CreatorProfile, serviceTypes } from './contract.ts';

type Tables = {
  CreatorProfileRow: CreatorProfileRow;
  CreatorServiceRow: CreatorServiceRow;
  CreatorLocationRow: CreatorLocationRow;
  CreatorPackageRow: CreatorPackageRow;
};
/** An id, and what the list is sorted by. */
type Found = { id: string; place: string | number | null };

const naming = { tableNamingStrategy: 'entity', columnNamingStrategy: 'property' } as const;
const places = {
  newest: z.tuple([z.iso.datetime(), z.string()]),
  price: z.tuple([z.int(), z.string()]),
  experience: z.tuple([z.int(), z.string()]),
};
const mostWords = 8;

/** Finds creators whose onboarding is complete. */
@Injectable()
export class CatalogSearch {
  constructor(
    private readonly em: EntityManager,
    private readonly catalog: CatalogQueries,
  ) {}

  async find(filter: CreatorFilter): Promise<Page<CreatorProfile>> {
    const found = await this.#found(filter);
    const { items, nextCursor } = pageOf(found, filter.limit, ({ place, id }) => [place ?? 0, id]);
    const profiles = await this.catalog.profiles(items.map(({ id }) => id));
    return { items: items.flatMap(({ id }) => profiles.get(id) ?? []), nextCursor };
  }

  /** Up to three photographers, the newest first. */
  async featured(): Promise<{ items: CreatorProfile[] }> {
    const { items } = await this.find({ service: 'photographer', sort: 'newest', limit: 3 });
    return { items };
  }

  async #found(filter: CreatorFilter): Promise<Found[]> {
    const after = placeIn<[string | number, string]>(places[filter.sort], filter.cursor);
    const [order, beyond] = filter.sort === 'price' ? (['asc', '>'] as const) : (['desc', '<'] as const);
    let query = read(this.em)
      .selectFrom(sorted(fitting(this.em, filter), filter.sort).as('found'))
      .selectAll();
    if (after)
      query = query.where(({ eb, or, and }) =>
        or([eb('place', beyond, after[0]), and([eb('place', '=', after[0]), eb('id', beyond, after[1])])]),
      );
    const page = query.orderBy('place', order).orderBy('id', order);
    const found = await page.limit(filter.limit + 1).execute();
    return found.map(({ place, id }) => ({ place: plain(place, filter.sort), id }));
  }
}

const read = (em: EntityManager) => em.getKysely<Tables>(naming).withSchema('read');

const listed = (em: EntityManager) =>
  read(em).selectFrom('CreatorProfileRow as creator').where('creator.listedAt', 'is not', null);
type Creators = ReturnType<typeof listed>;

const fitting = (em: EntityManager, { service, city, state, q, minPrice, maxPrice }: CreatorFilter): Creators => {
  let query = listed(em);
  if (service) query = offering(query, service);
  if (city) query = living(query, 'city', city);
  if (state) query = living(query, 'state', state);
  if (minPrice !== undefined || maxPrice !== undefined) query = costing(query, minPrice ?? 0, maxPrice);
  return wordsIn(q).reduce(mentioning, query);
};

const offering = (query: Creators, service: string): Creators =>
  query.where(({ exists, selectFrom }) =>
    exists(
      selectFrom('CreatorServiceRow as service')
        .select('service.id')
        .whereRef('service.creatorId', '=', 'creator.id')
        .where('service.serviceType', '=', service),
    ),
  );

const living = (query: Creators, where: 'city' | 'state', text: string): Creators =>
  query.where(({ exists, selectFrom }) =>
    exists(
      selectFrom('CreatorLocationRow as location')
        .select('location.id')
        .whereRef('location.creatorId', '=', 'creator.id')
        .where(`location.${where}`, 'ilike', containing(text)),
    ),
  );

const costing = (query: Creators, least: number, most: number | undefined): Creators =>
  query.where(({ exists, selectFrom }) => {
    const offers = selectFrom('CreatorPackageRow as offer')
      .select('offer.id')
      .whereRef('offer.creatorId', '=', 'creator.id')
      .where('offer.isActive', '=', true)
      .where('offer.price', '>=', least);
    return exists(most === undefined ? offers : offers.where('offer.price', '<=', most));
  });

/** A word may stand in any of a creator's texts: what they do, say, sell, and where. */
const mentioning = (query: Creators, word: string): Creators => {
  const text = containing(word);
  const services = Object.entries(serviceTypes).flatMap(([type, label]) =>
    label.toLowerCase().includes(word) ? [type] : [],
  );
  return query.where(({ eb, or, exists, selectFrom }) =>
    or([
      eb('creator.bio', 'ilike', text),
      exists(
        selectFrom('CreatorServiceRow as service')
          .select('service.id')
          .whereRef('service.creatorId', '=', 'creator.id')
          .where((one) =>
            one.or([
              one('service.serviceType', 'in', [word, ...services]),
              one(one.cast('service.specialties', 'text'), 'ilike', text),
            ]),
          ),
      ),
      exists(
        selectFrom('CreatorLocationRow as location')
          .select('location.id')
          .whereRef('location.creatorId', '=', 'creator.id')
          .where((one) => one.or([one('location.city', 'ilike', text), one('location.state', 'ilike', text)])),
      ),
      exists(
        selectFrom('CreatorPackageRow as offer')
          .select('offer.id')
          .whereRef('offer.creatorId', '=', 'creator.id')
          .where('offer.isActive', '=', true)
          .where((one) => one.or([one('offer.name', 'ilike', text), one('offer.description', 'ilike', text)])),
      ),
    ]),
  );
};

const sorted = (query: Creators, sort: CreatorFilter['sort']) => {
  if (sort === 'newest') return query.select(['creator.id', 'creator.listedAt as place']).$castTo<Found>();
  if (sort === 'experience')
    return query
      .select(({ selectFrom }) => [
        'creator.id',
        selectFrom('CreatorServiceRow as service')
          .select(({ fn }) => fn.max('service.yearsExperience').as('years'))
          .whereRef('service.creatorId', '=', 'creator.id')
          .as('place'),
      ])
      .$castTo<Found>();
  return costing(query, 0, undefined)
    .select(({ selectFrom }) => [
      'creator.id',
      selectFrom('CreatorPackageRow as offer')
        .select(({ fn }) => fn.min('offer.price').as('lowest'))
        .whereRef('offer.creatorId', '=', 'creator.id')
        .where('offer.isActive', '=', true)
        .as('place'),
    ])
    .$castTo<Found>();
};

/** `Photographers` finds a photographer, too. */
const wordsIn = (text = ''): readonly string[] =>
  text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, mostWords)
    .map((word) => (word.length > 3 ? word.replace(/s$/, '') : word));

const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** The database writes instants in its own format, and 64-bit numbers as text. */
const plain = (place: Found['place'], sort: CreatorFilter['sort']): Found['place'] => {
  if (place === null) return null;
  return sort === 'newest' ? new Date(place).toISOString() : Number(place);
};
