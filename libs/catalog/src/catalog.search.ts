import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { IdentityQueries } from '#identity';
import { dayAfter, dayAt, daysBetween, searchable, searchedParts, weekdayOf, westernmostZone } from '#kernel';
import { PlansQueries } from '#plans';
import { Config } from '#platform/config';
import { Context } from '#platform/context';
import { containing } from '#platform/postgres';
import { type Page, pageOf, placeIn, timeAndId } from '#platform/reads';
import {
  type AvailabilityRow,
  type BlockedPeriodRow,
  outdatedDays,
  type ReservedDayRow,
} from './availability/index.ts';
import { CatalogQueries } from './catalog.queries.ts';
import type { CreatorListingRow, CreatorLocationRow, CreatorPackageRow, CreatorServiceRow } from './catalog.rows.ts';
import {
  type CreatorFilter,
  type CreatorProfile,
  type CreatorsPage,
  type FeaturedCreators,
  isRegionOf,
  serviceTypes,
  specialties,
  storedRegion,
} from './contract.ts';
import type { DummyVendorRow } from './dummies/index.ts';
import { regionsNamed } from './regions.search.ts';
import { resembles, typingErrors } from './spelling.ts';

/** A word of a search, and the ids of those who have it in their name. */
type Word = { readonly text: string; readonly named: readonly string[] };
/** What resembles a word of a search: names, services, specialties and cities. */
type SimilarWord = Pick<Word, 'named'> & {
  readonly services: readonly string[];
  readonly specialties: readonly string[];
  readonly cities: readonly string[];
};

type Tables = {
  CreatorListingRow: CreatorListingRow;
  CreatorServiceRow: CreatorServiceRow;
  CreatorLocationRow: CreatorLocationRow;
  CreatorPackageRow: CreatorPackageRow;
  AvailabilityRow: AvailabilityRow;
  BlockedPeriodRow: BlockedPeriodRow;
  ReservedDayRow: ReservedDayRow;
  DummyVendorRow: DummyVendorRow;
};
/** A creator's id and the value that the list is sorted by. */
type Found = { readonly id: string; readonly sortValue: string | number };

const naming = { tableNamingStrategy: 'entity', columnNamingStrategy: 'property' } as const;
const sortValueSchemas = {
  newest: timeAndId,
  price: z.tuple([z.int(), z.string()]),
  experience: z.tuple([z.int(), z.string()]),
  rating: z.tuple([z.int(), z.string()]),
};
/** The column of each sort order, and the operator that selects the rows after a cursor. */
const sortOrders = {
  newest: { column: 'listedAt', order: 'desc', comparison: '<' },
  price: { column: 'lowestPrice', order: 'asc', comparison: '>' },
  experience: { column: 'yearsExperience', order: 'desc', comparison: '<' },
  rating: { column: 'ratingScore', order: 'desc', comparison: '<' },
} as const;
const maxWords = 8;
/** A sitemap has at most 50,000 addresses, and other pages need some. */
const maxListed = 49_900;

/** Finds creators whose onboarding is complete. */
@Injectable()
export class CatalogSearch {
  /** How often a caller may search for words. */
  static readonly limit = { name: 'api.search', times: 60, seconds: 60, query: 'q' } as const;

  constructor(
    private readonly em: EntityManager,
    private readonly catalog: CatalogQueries,
    private readonly identity: IdentityQueries,
    private readonly config: Config,
    private readonly context: Context,
    private readonly plans: PlansQueries,
  ) {}

  /** If no creator has all words of a search, those with similar words are found instead; `similar` is true then. */
  async find(filter: CreatorFilter): Promise<CreatorsPage> {
    const [suspended, ...words] = await Promise.all([
      this.identity.suspended(),
      ...wordsIn(filter.q).map((text) => this.#word(text)),
    ]);
    const withWords: Search = (query) => words.reduce(withWord, withoutCreators(query, suspended));
    const exact = await this.#page(filter, withWords);
    if (exact.items.length > 0 || words.length === 0) return { ...exact, similar: false };
    const { cursor, ...first } = filter;
    if (cursor !== undefined) {
      const beforeCursor = await this.#found({ ...first, limit: 1 }, withWords);
      if (beforeCursor.length > 0) return { ...exact, similar: false };
    }
    const similarWords = await this.#similarWords(wordsIn(filter.q?.replace(/[^\p{L}\p{N}\s]/gu, '')));
    if (similarWords.length === 0) return { ...exact, similar: false };
    const page = await this.#page(filter, (query) =>
      similarWords.reduce(withSimilarWord, withoutCreators(query, suspended)),
    );
    return { ...page, similar: true };
  }

  async #word(text: string): Promise<Word> {
    return { text, named: await this.identity.professionalsNamed(text) };
  }

  async #similarWords(words: readonly string[]): Promise<SimilarWord[]> {
    const rows = await readTables(this.em).selectFrom('CreatorLocationRow').select('city').distinct().execute();
    const cities = rows.flatMap(({ city }) => city ?? []);
    return Promise.all(
      words.map(async (text) => ({
        named: await this.identity.professionalsNamed(text, typingErrors(text)),
        services: Object.entries(serviceTypes).flatMap(([type, label]) =>
          resembles(`${type} ${label}`, text) ? [type] : [],
        ),
        specialties: specialties.filter((each) => resembles(each, text)),
        cities: cities.filter((city) => resembles(city, text)),
      })),
    );
  }

  async #page(filter: CreatorFilter, search: Search): Promise<Page<CreatorProfile>> {
    const found = await this.#found(filter, search);
    const { items, nextCursor } = pageOf(found, filter.limit, ({ sortValue, id }) => [sortValue, id]);
    const profiles = await this.catalog.profiles(items.map(({ id }) => id));
    return { items: items.flatMap(({ id }) => profiles.get(id) ?? []), nextCursor };
  }

  /** The creators with a public profile, ordered by id; at most {@link maxListed}. For search engines. */
  async listed(): Promise<readonly { readonly id: string; readonly displayName: string }[]> {
    const listed = this.#matching({ sort: 'newest', limit: maxListed });
    const rows = await withoutCreators(listed, await this.identity.suspended())
      .select('creator.id')
      .orderBy('creator.id')
      .limit(maxListed)
      .execute();
    const names = await this.identity.names(rows.map(({ id }) => id));
    return rows.flatMap(({ id }) => {
      const displayName = names.get(id)?.displayName;
      return displayName === undefined ? [] : [{ id, displayName }];
    });
  }

  /** The places of creators with a public profile, each once. */
  async places(): Promise<readonly { readonly city: string; readonly region: string }[]> {
    const rows = await readTables(this.em)
      .selectFrom('CreatorLocationRow as location')
      .innerJoin('CreatorListingRow as creator', 'creator.id', 'location.creatorId')
      .where('creator.listedAt', 'is not', null)
      .select(['location.city', 'location.state as region'])
      .distinct()
      .orderBy('location.city')
      .orderBy('location.state')
      .execute();
    return rows.flatMap(({ city, region }) => (city ? [{ city, region }] : []));
  }

  /** How many creators are listed, and how many different specialties of services they offer. */
  async counts(): Promise<{ readonly creators: number; readonly categories: number }> {
    const listed = withoutCreators(
      this.#matching({ sort: 'newest', limit: maxListed }),
      await this.identity.suspended(),
    );
    const [{ count }, services] = await Promise.all([
      listed.select(({ fn }) => fn.countAll<string>().as('count')).executeTakeFirstOrThrow(),
      listed
        .innerJoin('CreatorServiceRow as service', 'service.creatorId', 'creator.id')
        .select(['service.serviceType', 'service.specialties'])
        .distinct()
        .execute(),
    ]);
    const categories = services.flatMap(({ serviceType, specialties: offered }) =>
      offered.map((specialty) => `${serviceType}/${specialty}`),
    );
    return { creators: Number(count), categories: new Set(categories).size };
  }

  /** Up to three photographers: those on the Pro plan first, then the others, the newest first in each group. */
  async featured(): Promise<FeaturedCreators> {
    const filter = { service: 'photographer', sort: 'newest', limit: 3 } as const;
    const [suspended, pro] = await Promise.all([this.identity.suspended(), this.plans.proIds()]);
    const onPro: Search = (all) => withoutCreators(withCreators(all, pro), suspended);
    const paid = pro.length === 0 ? [] : await this.#featured(filter, onPro);
    const others = await this.#featured(filter, (all) => withoutCreators(all, [...suspended, ...pro]));
    const items = [
      ...paid.map((creator) => ({ ...creator, isPaid: true })),
      ...others.map((creator) => ({ ...creator, isPaid: false })),
    ];
    return { items: items.slice(0, filter.limit) };
  }

  async #featured(filter: CreatorFilter, search: Search): Promise<CreatorProfile[]> {
    return (await this.#page(filter, search)).items;
  }

  async #found(filter: CreatorFilter, search: Search): Promise<Found[]> {
    const { column, order, comparison } = sortOrders[filter.sort];
    const cursorPlace = placeIn<[string | number, string]>(sortValueSchemas[filter.sort], filter.cursor);
    let query = search(this.#matching(filter))
      .select(['creator.id', `creator.${column} as sortValue`])
      .where(`creator.${column}`, 'is not', null);
    if (cursorPlace)
      query = query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple(`creator.${column}`, 'creator.id'), comparison, tuple(cursorPlace[0], cursorPlace[1])),
      );
    const page = query.orderBy(`creator.${column}`, order).orderBy('creator.id', order);
    const found = await page.limit(filter.limit + 1).execute();
    return found.map(({ sortValue, id }) => ({ sortValue: parsedSortValue(sortValue, filter.sort), id }));
  }

  #matching(filter: CreatorFilter): Creators {
    const { service, city, state, location, minPrice, maxPrice, date } = filter;
    let query = listedCreators(this.em);
    if (!this.config.allowsSeeding) query = withoutDummies(query);
    if (service) query = withService(query, service);
    if (city) query = withPlace(query, [{ pattern: `${containing(searchable(city))}\n%`, regions: [] }]);
    if (state) query = withRegion(query, state);
    if (location) query = withPlace(query, searchedParts(location).map(placePart));
    if (minPrice !== undefined || maxPrice !== undefined) query = withPackagePrice(query, minPrice ?? 0, maxPrice);
    if (date !== undefined) query = withFreeDay(query, date, dayAt(this.context.now().toISOString(), westernmostZone));
    return query;
  }
}

const readTables = (em: EntityManager) => em.getKysely<Tables>(naming).withSchema('read');

const listedCreators = (em: EntityManager) =>
  readTables(em).selectFrom('CreatorListingRow as creator').where('creator.listedAt', 'is not', null);
type Creators = ReturnType<typeof listedCreators>;
/** Restricts a list to those who are found. */
type Search = (query: Creators) => Creators;

const withService = (query: Creators, service: string): Creators =>
  query.where(({ exists, selectFrom }) =>
    exists(
      selectFrom('CreatorServiceRow as service')
        .select('service.id')
        .whereRef('service.creatorId', '=', 'creator.id')
        .where('service.serviceType', '=', service),
    ),
  );

/**
 * A part of a searched place: a pattern of `like` for city and region, one in a line, or else regions that it names.
 */
type PlacePart = { readonly pattern: string; readonly regions: readonly string[] };
const placePart = (part: string): PlacePart => ({ pattern: containing(part), regions: regionsNamed(part) });
const regionPart = (part: string): PlacePart => ({ ...placePart(part), pattern: `%\n${containing(part)}` });

/** A text that is the name of a region finds only this region: `IN` is Indiana, and also part of other names. */
const withRegion = (query: Creators, text: string): Creators => {
  const region = storedRegion(text);
  if (!isRegionOf(region)) return withPlace(query, [regionPart(searchable(text))]);
  return query.where(({ exists, selectFrom }) =>
    exists(
      selectFrom('CreatorLocationRow as location')
        .select('location.id')
        .whereRef('location.creatorId', '=', 'creator.id')
        .where('location.state', '=', region),
    ),
  );
};

/** Creators with a location that matches all parts of a place. */
const withPlace = (query: Creators, parts: readonly PlacePart[]): Creators =>
  query.where(({ exists, selectFrom }) => {
    const locations = selectFrom('CreatorLocationRow as location')
      .select('location.id')
      .whereRef('location.creatorId', '=', 'creator.id');
    return exists(
      parts.reduce(
        (matching, { pattern, regions }) =>
          matching.where(({ eb, or }) =>
            or([
              eb('location.searchPlace', 'like', pattern),
              ...(regions.length === 0 ? [] : [eb('location.state', 'in', [...regions])]),
            ]),
          ),
        locations,
      ),
    );
  });

/** Where dummy data is not allowed, a restored database may still contain some. */
const withoutDummies = (query: Creators): Creators =>
  query.where(({ not, exists, selectFrom }) =>
    not(exists(selectFrom('DummyVendorRow as dummy').select('dummy.id').whereRef('dummy.id', '=', 'creator.id'))),
  );

const withoutCreators = (query: Creators, ids: readonly string[]): Creators =>
  ids.length === 0 ? query : query.where('creator.id', 'not in', ids);

const withCreators = (query: Creators, ids: readonly string[]): Creators => query.where('creator.id', 'in', ids);

const withPackagePrice = (query: Creators, minimum: number, maximum: number | undefined): Creators =>
  query.where(({ exists, selectFrom }) => {
    const offers = selectFrom('CreatorPackageRow as offer')
      .select('offer.id')
      .whereRef('offer.creatorId', '=', 'creator.id')
      .where('offer.isActive', '=', true)
      .where('offer.price', '>=', minimum);
    return exists(maximum === undefined ? offers : offers.where('offer.price', '<=', maximum));
  });

/**
 * Keeps only creators who are free on `date`, by the same rule as the public calendar of a reader whose day is `today`.
 */
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

/** Creators with this word in their name or bio, or in any of their services, locations or active packages. */
const withWord = (query: Creators, { text, named }: Word): Creators =>
  query.where(({ eb, or }) =>
    or([
      eb('creator.searchText', 'like', containing(text)),
      ...(named.length > 0 ? [eb('creator.id', 'in', named)] : []),
    ]),
  );

/** Creators whose name, service, specialties or city resembles a word. */
const withSimilarWord = (query: Creators, { named, services, specialties, cities }: SimilarWord): Creators =>
  query.where(({ or, eb, exists, selectFrom }) =>
    or([
      ...(named.length > 0 ? [eb('creator.id', 'in', named)] : []),
      exists(
        selectFrom('CreatorServiceRow as service')
          .select('service.id')
          .whereRef('service.creatorId', '=', 'creator.id')
          .where(({ eb: is, or: any, cast, ref }) =>
            any([
              ...services.map((type) => is('service.serviceType', '=', type)),
              ...specialties.map((each) => is(cast(ref('service.specialties'), 'text'), 'like', `%"${each}"%`)),
            ]),
          ),
      ),
      exists(
        selectFrom('CreatorLocationRow as location')
          .select('location.id')
          .whereRef('location.creatorId', '=', 'creator.id')
          .where(({ eb: is, or: any }) => any(cities.map((city) => is('location.city', '=', city)))),
      ),
    ]),
  );

/** Removes the plural `s`, so that `photographers` also finds `photographer`, and `djs` also `dj`. */
const wordsIn = (text = ''): readonly string[] =>
  searchable(text)
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, maxWords)
    .map((word) => (word.length > 2 ? word.replace(/s$/, '') : word));

/** Converts a sort value from the database, which returns timestamps in its own format and 64-bit numbers as text. */
const parsedSortValue = (sortValue: unknown, sort: CreatorFilter['sort']): Found['sortValue'] =>
  sort === 'newest' ? new Date(sortValue as string).toISOString() : Number(sortValue);
