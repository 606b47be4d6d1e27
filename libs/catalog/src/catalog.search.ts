import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { dayAfter, daysBetween, weekdayOf } from '#kernel';
import { type Page, pageOf, placeIn } from '#platform/projections';
import {
  type AvailabilityRow,
  type BlockedPeriodRow,
  outdatedDays,
  type ReservedDayRow,
} from './availability/index.ts';
import { CatalogQueries } from './catalog.queries.ts';
import type { CreatorLocationRow, CreatorPackageRow, CreatorProfileRow, CreatorServiceRow } from './catalog.rows.ts';
import { type CreatorFilter, type CreatorProfile, serviceTypes } from './contract.ts';

type Tables = {
  CreatorProfileRow: CreatorProfileRow;
  CreatorServiceRow: CreatorServiceRow;
  CreatorLocationRow: CreatorLocationRow;
  CreatorPackageRow: CreatorPackageRow;
  AvailabilityRow: AvailabilityRow;
  BlockedPeriodRow: BlockedPeriodRow;
  ReservedDayRow: ReservedDayRow;
};
/** A creator's id and the value that the list is sorted by. */
type Found = { id: string; sortValue: string | number | null };

const naming = { tableNamingStrategy: 'entity', columnNamingStrategy: 'property' } as const;
const sortValueSchemas = {
  newest: z.tuple([z.iso.datetime(), z.string()]),
  price: z.tuple([z.int(), z.string()]),
  experience: z.tuple([z.int(), z.string()]),
};
const maximumWords = 8;

/** Finds creators whose onboarding is complete. */
@Injectable()
export class CatalogSearch {
  constructor(
    private readonly em: EntityManager,
    private readonly catalog: CatalogQueries,
  ) {}

  async find(filter: CreatorFilter): Promise<Page<CreatorProfile>> {
    const found = await this.#found(filter);
    const { items, nextCursor } = pageOf(found, filter.limit, ({ sortValue, id }) => [sortValue ?? 0, id]);
    const profiles = await this.catalog.profiles(items.map(({ id }) => id));
    return { items: items.flatMap(({ id }) => profiles.get(id) ?? []), nextCursor };
  }

  /** Up to three photographers, the newest first. */
  async featured(): Promise<{ items: CreatorProfile[] }> {
    const { items } = await this.find({ service: 'photographer', sort: 'newest', limit: 3 });
    return { items };
  }

  async #found(filter: CreatorFilter): Promise<Found[]> {
    const cursorPlace = placeIn<[string | number, string]>(sortValueSchemas[filter.sort], filter.cursor);
    const [order, comparison] = filter.sort === 'price' ? (['asc', '>'] as const) : (['desc', '<'] as const);
    let query = readTables(this.em)
      .selectFrom(withSortValue(matching(this.em, filter), filter.sort).as('found'))
      .selectAll();
    if (cursorPlace)
      query = query.where(({ eb, or, and }) =>
        or([
          eb('sortValue', comparison, cursorPlace[0]),
          and([eb('sortValue', '=', cursorPlace[0]), eb('id', comparison, cursorPlace[1])]),
        ]),
      );
    const page = query.orderBy('sortValue', order).orderBy('id', order);
    const found = await page.limit(filter.limit + 1).execute();
    return found.map(({ sortValue, id }) => ({ sortValue: parsedSortValue(sortValue, filter.sort), id }));
  }
}

const readTables = (em: EntityManager) => em.getKysely<Tables>(naming).withSchema('read');

const listedCreators = (em: EntityManager) =>
  readTables(em).selectFrom('CreatorProfileRow as creator').where('creator.listedAt', 'is not', null);
type Creators = ReturnType<typeof listedCreators>;

const matching = (
  em: EntityManager,
  { service, city, state, q, minPrice, maxPrice, date }: CreatorFilter,
): Creators => {
  let query = listedCreators(em);
  if (service) query = withService(query, service);
  if (city) query = withLocation(query, 'city', city);
  if (state) query = withLocation(query, 'state', state);
  if (minPrice !== undefined || maxPrice !== undefined) query = withPackagePrice(query, minPrice ?? 0, maxPrice);
  if (date !== undefined) query = withFreeDay(query, date, new Date().toISOString().slice(0, 10));
  return wordsIn(q).reduce(withWord, query);
};

const withService = (query: Creators, service: string): Creators =>
  query.where(({ exists, selectFrom }) =>
    exists(
      selectFrom('CreatorServiceRow as service')
        .select('service.id')
        .whereRef('service.creatorId', '=', 'creator.id')
        .where('service.serviceType', '=', service),
    ),
  );

const withLocation = (query: Creators, where: 'city' | 'state', text: string): Creators =>
  query.where(({ exists, selectFrom }) =>
    exists(
      selectFrom('CreatorLocationRow as location')
        .select('location.id')
        .whereRef('location.creatorId', '=', 'creator.id')
        .where(`location.${where}`, 'ilike', containing(text)),
    ),
  );

const withPackagePrice = (query: Creators, minimum: number, maximum: number | undefined): Creators =>
  query.where(({ exists, selectFrom }) => {
    const offers = selectFrom('CreatorPackageRow as offer')
      .select('offer.id')
      .whereRef('offer.creatorId', '=', 'creator.id')
      .where('offer.isActive', '=', true)
      .where('offer.price', '>=', minimum);
    return exists(maximum === undefined ? offers : offers.where('offer.price', '<=', maximum));
  });

/** The same rule as for the public calendar: only days that are shown as free there. */
const withFreeDay = (query: Creators, date: string, today: string): Creators => {
  const outdated = `${dayAfter(today, -outdatedDays)}T00:00:00.000Z`;
  return query
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('AvailabilityRow as settings')
          .select('settings.id')
          .whereRef('settings.id', '=', 'creator.id')
          .where('settings.noticeDays', '<=', daysBetween(today, date))
          .where(({ eb, and, or, fn, ref, cast, val }) =>
            and([
              eb(cast(ref('settings.weekdays'), 'jsonb'), '@>', cast(val(`[${weekdayOf(date)}]`), 'jsonb')),
              eb(
                fn<boolean>('jsonb_path_exists', [
                  cast(ref('settings.busy'), 'jsonb'),
                  val(`$[*] ? (@[0] <= "${date}" && @[1] >= "${date}")`),
                ]),
                '=',
                false,
              ),
              or([eb('settings.subscriptionUrl', 'is', null), eb('settings.readAt', '>=', outdated)]),
            ]),
          )
          .where('settings.capacity', '>', ({ selectFrom: count }) =>
            count('ReservedDayRow as reserved')
              .select(({ fn }) => fn.countAll<number>().as('bookings'))
              .whereRef('reserved.creatorId', '=', 'settings.id')
              .where('reserved.date', '=', date),
          ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('BlockedPeriodRow as blocked')
            .select('blocked.id')
            .whereRef('blocked.creatorId', '=', 'creator.id')
            .where('blocked.firstDay', '<=', date)
            .where('blocked.lastDay', '>=', date),
        ),
      ),
    );
};

/** Creators with this word in their bio, or in any of their services, locations or active packages. */
const withWord = (query: Creators, word: string): Creators => {
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

const withSortValue = (query: Creators, sort: CreatorFilter['sort']) => {
  if (sort === 'newest') return query.select(['creator.id', 'creator.listedAt as sortValue']).$castTo<Found>();
  if (sort === 'experience')
    return query
      .select(({ selectFrom }) => [
        'creator.id',
        selectFrom('CreatorServiceRow as service')
          .select(({ fn }) => fn.max('service.yearsExperience').as('years'))
          .whereRef('service.creatorId', '=', 'creator.id')
          .as('sortValue'),
      ])
      .$castTo<Found>();
  return withPackagePrice(query, 0, undefined)
    .select(({ selectFrom }) => [
      'creator.id',
      selectFrom('CreatorPackageRow as offer')
        .select(({ fn }) => fn.min('offer.price').as('lowest'))
        .whereRef('offer.creatorId', '=', 'creator.id')
        .where('offer.isActive', '=', true)
        .as('sortValue'),
    ])
    .$castTo<Found>();
};

/** Removes the plural `s` of longer words, so that `photographers` also finds `photographer`. */
const wordsIn = (text = ''): readonly string[] =>
  text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, maximumWords)
    .map((word) => (word.length > 3 ? word.replace(/s$/, '') : word));

const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** Converts a sort value from the database, which returns timestamps in its own format and 64-bit numbers as text. */
const parsedSortValue = (sortValue: Found['sortValue'], sort: CreatorFilter['sort']): Found['sortValue'] => {
  if (sortValue === null) return null;
  return sort === 'newest' ? new Date(sortValue).toISOString() : Number(sortValue);
};
