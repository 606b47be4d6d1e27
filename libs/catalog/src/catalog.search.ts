import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { IdentityQueries } from '#identity';
import { dayAfter, dayAt, daysBetween, searchable, searchedParts, weekdayOf, westernmostZone } from '#kernel';
import { PlansQueries } from '#plans';
import { Config } from '#platform/config';
import { Context } from '#platform/context';
import { containing } from '#platform/postgres';
import { limitTo, type Page, PlainReads, pageOf, placeIn, Sql, sql, timeAndId } from '#platform/reads';
import { availabilityRows, blockedPeriodRows, outdatedDays, reservedDayRows } from './availability/index.ts';
import { CatalogQueries } from './catalog.queries.ts';
import { creatorListingRows, creatorLocationRows, creatorPackageRows, creatorServiceRows } from './catalog.rows.ts';
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
import { dummyVendorRows } from './dummies/index.ts';
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

/** A creator's id and the value that the list is sorted by. */
type Found = { readonly id: string; readonly sortValue: string | number };

const sortValueSchemas = {
  newest: timeAndId,
  price: z.tuple([z.int(), z.string()]),
  experience: z.tuple([z.int(), z.string()]),
  rating: z.tuple([z.int(), z.string()]),
};
/** The column of each sort order, and the operator that selects the rows after a cursor. */
const sortOrders = {
  newest: { column: sql`creator.listed_at`, order: sql`desc`, comparison: sql`<` },
  price: { column: sql`creator.lowest_price`, order: sql`asc`, comparison: sql`>` },
  experience: { column: sql`creator.years_experience`, order: sql`desc`, comparison: sql`<` },
  rating: { column: sql`creator.rating_score`, order: sql`desc`, comparison: sql`<` },
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
    private readonly reads: PlainReads,
    private readonly catalog: CatalogQueries,
    private readonly identity: IdentityQueries,
    private readonly config: Config,
    private readonly context: Context,
    private readonly plans: PlansQueries,
  ) {}

  /** If no creator has all words of a search, those with similar words are found instead; `similar` is true then. */
  async find(filter: CreatorFilter): Promise<CreatorsPage> {
    const words = await this.#words(wordsIn(filter.q));
    const withWords = [this.#notSuspended, ...words.map(withWord)];
    const exact = await this.#page(filter, withWords);
    if (exact.items.length > 0 || words.length === 0) return { ...exact, similar: false };
    const { cursor, ...first } = filter;
    if (cursor !== undefined) {
      const beforeCursor = await this.#found({ ...first, limit: 1 }, withWords);
      if (beforeCursor.length > 0) return { ...exact, similar: false };
    }
    const similarWords = await this.#similarWords(wordsIn(filter.q?.replace(/[^\p{L}\p{N}\s]/gu, '')));
    if (similarWords.length === 0) return { ...exact, similar: false };
    const withSimilarWords = similarWords.map((word) => this.#withSimilarWord(word));
    const page = await this.#page(filter, [this.#notSuspended, ...withSimilarWords]);
    return { ...page, similar: true };
  }

  async #words(texts: readonly string[]): Promise<Word[]> {
    const named = await this.identity.professionalsNamedBy(texts.map((word) => ({ word, errors: 0 })));
    return texts.map((text, index) => ({ text, named: named[index] ?? [] }));
  }

  async #similarWords(words: readonly string[]): Promise<SimilarWord[]> {
    const [cities, named] = await Promise.all([
      this.#cities(),
      this.identity.professionalsNamedBy(words.map((word) => ({ word, errors: typingErrors(word) }))),
    ]);
    return words.map((text, index) => ({
      named: named[index] ?? [],
      services: Object.entries(serviceTypes).flatMap(([type, label]) =>
        resembles(`${type} ${label}`, text) ? [type] : [],
      ),
      specialties: specialties.filter((each) => resembles(each, text)),
      cities: cities.filter((city) => resembles(city, text)),
    }));
  }

  async #cities(): Promise<readonly string[]> {
    const rows = await this.reads.prepared<{ city: string }>(
      sql`select distinct city from ${this.reads.table(creatorLocationRows)} where city is not null`,
    );
    return rows.map(({ city }) => city);
  }

  async #page(filter: CreatorFilter, search: Conditions): Promise<Page<CreatorProfile>> {
    const found = await this.#found(filter, search);
    const { items, nextCursor } = pageOf(found, filter.limit, ({ sortValue, id }) => [sortValue, id]);
    const profiles = await this.catalog.profiles(items.map(({ id }) => id));
    return { items: items.flatMap(({ id }) => profiles.get(id) ?? []), nextCursor };
  }

  /** The creators with a public profile, ordered by id; at most {@link maxListed}. For search engines. */
  async listed(): Promise<readonly { readonly id: string; readonly displayName: string }[]> {
    const rows = await this.reads.prepared<{ id: string }>(
      sql`select creator.id ${this.#fromListed()} order by creator.id ${limitTo(maxListed)}`,
    );
    const names = await this.identity.names(rows.map(({ id }) => id));
    return rows.flatMap(({ id }) => {
      const displayName = names.get(id)?.displayName;
      return displayName === undefined ? [] : [{ id, displayName }];
    });
  }

  /** The places of creators with a public profile, each once. */
  async places(): Promise<readonly { readonly city: string; readonly region: string }[]> {
    const { reads } = this;
    const rows = await reads.prepared<{ city: string | null; region: string }>(
      sql`select distinct location.city, location.state as region from ${reads.table(creatorLocationRows)} location
        join ${reads.table(creatorListingRows)} creator on creator.id = location.creator_id
        where creator.listed_at is not null order by location.city, location.state`,
    );
    return rows.flatMap(({ city, region }) => (city ? [{ city, region }] : []));
  }

  /** How many creators are listed, and how many different specialties of services they offer. */
  async counts(): Promise<{ readonly creators: number; readonly categories: number }> {
    const { reads } = this;
    const listed = this.#fromListed();
    const [[counted], services] = await Promise.all([
      reads.prepared<{ count: number }>(sql`select count(*) as count ${listed}`),
      reads.prepared<{ serviceType: string; specialties: readonly string[] }>(
        sql`select distinct service.service_type as "serviceType", service.specialties
          from ${reads.table(creatorServiceRows)} service where service.creator_id in (select creator.id ${listed})`,
      ),
    ]);
    const categories = services.flatMap(({ serviceType, specialties: offered }) =>
      offered.map((specialty) => `${serviceType}/${specialty}`),
    );
    return { creators: counted?.count ?? 0, categories: new Set(categories).size };
  }

  /** Up to three photographers: those on the Pro plan first, then the others, the newest first in each group. */
  async featured(): Promise<FeaturedCreators> {
    const filter = { service: 'photographer', sort: 'newest', limit: 3 } as const;
    const pro = await this.plans.proIds();
    const paid = pro.length === 0 ? [] : await this.#featured(filter, [sql`creator.id = any(${pro})`]);
    const others = await this.#featured(filter, [sql`creator.id <> all(${pro})`]);
    const items = [
      ...paid.map((creator) => ({ ...creator, isPaid: true })),
      ...others.map((creator) => ({ ...creator, isPaid: false })),
    ];
    return { items: items.slice(0, filter.limit) };
  }

  async #featured(filter: CreatorFilter, search: Conditions): Promise<CreatorProfile[]> {
    return (await this.#page(filter, [this.#notSuspended, ...search])).items;
  }

  async #found(filter: CreatorFilter, search: Conditions): Promise<readonly Found[]> {
    const { column, order, comparison } = sortOrders[filter.sort];
    const place = placeIn<[string | number, string]>(sortValueSchemas[filter.sort], filter.cursor);
    const where = [
      ...search,
      sql`${column} is not null`,
      ...(place ? [sql`(${column}, creator.id) ${comparison} (${place[0]}, ${place[1]})`] : []),
    ];
    return this.reads.rows<Found>(
      sql`select creator.id, ${column} as "sortValue" ${this.#from([...this.#matching(filter), ...where])}
        order by ${column} ${order}, creator.id ${order} ${limitTo(filter.limit + 1)}`,
    );
  }

  #fromListed(): Sql {
    return this.#from([this.#notSuspended]);
  }

  get #notSuspended(): Sql {
    return this.identity.notSuspended(sql`creator.id`);
  }

  /** The listed creators for whom all of these conditions are true. */
  #from(where: Conditions): Sql {
    return sql`from ${this.reads.table(creatorListingRows)} creator
      where ${Sql.join([sql`creator.listed_at is not null`, ...this.#withoutDummies(), ...where], ' and ')}`;
  }

  /** Excludes dummy vendors where these are not allowed: a restored database may contain some. */
  #withoutDummies(): Conditions {
    if (this.config.allowsSeeding) return [];
    return [sql`not exists (select from ${this.reads.table(dummyVendorRows)} dummy where dummy.id = creator.id)`];
  }

  #matching({ ids, service, city, state, location, minPrice, maxPrice, date }: CreatorFilter): Conditions {
    const today = dayAt(this.context.now().toISOString(), westernmostZone);
    return [
      ...(ids ? [sql`creator.id = any(${ids})`] : []),
      ...(service ? [sql`creator.service_types @> ${JSON.stringify([service])}`] : []),
      ...(city ? this.#withPlace([{ pattern: `${containing(searchable(city))}\n%`, regions: [] }]) : []),
      ...(state ? this.#withRegion(state) : []),
      ...(location ? this.#withPlace(searchedParts(location).map(placePart)) : []),
      ...(minPrice === undefined && maxPrice === undefined ? [] : this.#withPackagePrice(minPrice ?? 0, maxPrice)),
      ...(date === undefined ? [] : this.#withFreeDay(date, today)),
    ];
  }

  /** A text that is the name of a region finds only this region: `IN` is Indiana, and also part of other names. */
  #withRegion(text: string): Conditions {
    const region = storedRegion(text);
    return this.#withPlace([isRegionOf(region) ? { regions: [region] } : regionPart(searchable(text))]);
  }

  /**
   * Creators with a location that matches all parts of a place. The conditions for the listing select few creators, and
   * each of these is checked. With `offset 0` Postgres plans the check separately: planning it together with the other
   * filters takes several times as long as running the statement.
   */
  #withPlace(parts: readonly PlacePart[]): Conditions {
    if (parts.length === 0) return [];
    const inOneLocation = parts.map(
      ({ pattern, regions }) =>
        sql`(location.search_place like ${pattern ?? null} or location.state = any(${regions}))`,
    );
    return [
      ...parts.map(({ pattern, regions }) => {
        const patterns = [
          ...(pattern ? [pattern] : []),
          ...regions.map((region) => containing(`\n${searchable(region)}`)),
        ];
        return sql`creator.search_places like any(${patterns})`;
      }),
      sql`exists (select from ${this.reads.table(creatorLocationRows)} location
        where location.creator_id = creator.id and ${Sql.join(inOneLocation, ' and ')} offset 0)`,
    ];
  }

  #withPackagePrice(minimum: number, maximum: number | undefined): Conditions {
    const offers = sql`select from ${this.reads.table(creatorPackageRows)} offer
      where offer.creator_id = creator.id and offer.is_active and offer.price >= ${minimum}`;
    if (maximum === undefined) return [sql`exists (${offers})`];
    return [sql`creator.lowest_price <= ${maximum}`, sql`exists (${offers} and offer.price <= ${maximum})`];
  }

  /** Creators who are free on `date`, by the same rule as the public calendar of a reader whose day is `today`. */
  #withFreeDay(date: string, today: string): Conditions {
    const { reads } = this;
    const outdated = `${dayAfter(today, -outdatedDays)}T00:00:00.000Z`;
    const busy = `$[*] ? (@[0] <= "${date}" && @[1] >= "${date}")`;
    return [
      sql`exists (select from ${reads.table(availabilityRows)} settings
        where settings.id = creator.id and settings.notice_days <= ${daysBetween(today, date)}
          and settings.weekdays @> ${JSON.stringify([weekdayOf(date)])}
          and not jsonb_path_exists(settings.busy, ${busy})
          and (settings.subscription_url is null or settings.read_at >= ${outdated})
          and settings.capacity > (select count(*) from ${reads.table(reservedDayRows)} reserved
            where reserved.creator_id = settings.id and reserved.date = ${date}))`,
      sql`not exists (select from ${reads.table(blockedPeriodRows)} blocked
        where blocked.creator_id = creator.id and blocked.first_day <= ${date} and blocked.last_day >= ${date})`,
    ];
  }

  /** Creators whose name, service, specialties or city resembles a word. */
  #withSimilarWord({ named, services, specialties: similar, cities }: SimilarWord): Sql {
    const { reads } = this;
    const either = [
      ...(named.length > 0 ? [sql`creator.id = any(${named})`] : []),
      ...services.map((type) => sql`creator.service_types @> ${JSON.stringify([type])}`),
      ...similar.map(
        (specialty) => sql`exists (select from ${reads.table(creatorServiceRows)} service
          where service.creator_id = creator.id and service.specialties @> ${JSON.stringify([specialty])})`,
      ),
      ...(cities.length === 0
        ? []
        : [
            sql`exists (select from ${reads.table(creatorLocationRows)} location
              where location.creator_id = creator.id and location.city = any(${cities}))`,
          ]),
    ];
    return either.length === 0 ? sql`false` : sql`(${Sql.join(either, ' or ')})`;
  }
}

/** Conditions for a row `creator` of the listings. */
type Conditions = readonly Sql[];

/**
 * A part of a searched place: a pattern of `like` for city and region, one in a line, or else regions that it names.
 */
type PlacePart = { readonly pattern?: string; readonly regions: readonly string[] };
const placePart = (part: string): PlacePart => ({ pattern: containing(part), regions: regionsNamed(part) });
const regionPart = (part: string): PlacePart => ({ ...placePart(part), pattern: `%\n${containing(part)}` });

/** Creators with this word in their name or bio, or in any of their services, locations or active packages. */
const withWord = ({ text, named }: Word): Sql => {
  const described = sql`creator.search_text like ${containing(text)}`;
  return named.length === 0 ? described : sql`(${described} or creator.id = any(${named}))`;
};

/** Removes the plural `s`, so that `photographers` also finds `photographer`, and `djs` also `dj`. */
const wordsIn = (text = ''): readonly string[] =>
  searchable(text)
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, maxWords)
    .map((word) => (word.length > 2 ? word.replace(/s$/, '') : word));
