import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type Cents, dayAfter, type EventDayState } from '#kernel';
import { AvailabilityQueries } from './availability/index.ts';
import type { CreatorLocationRow, CreatorPackageRow, CreatorProfileRow, CreatorServiceRow } from './catalog.rows.ts';

/**
 * What a listed professional offers, for comparisons with what clients need. Prices are those of the active packages.
 */
export type Offer = {
  readonly creatorId: string;
  readonly services: readonly string[];
  readonly specialties: readonly string[];
  readonly locations: readonly { readonly city: string; readonly region: string; readonly travelRadius: number }[];
  readonly prices: readonly Cents[];
  /** The bio and the texts of the packages. */
  readonly text: string;
};

type Tables = {
  CreatorProfileRow: CreatorProfileRow;
  CreatorServiceRow: CreatorServiceRow;
  CreatorLocationRow: CreatorLocationRow;
  CreatorPackageRow: CreatorPackageRow;
};
const naming = { tableNamingStrategy: 'entity', columnNamingStrategy: 'property' } as const;

/**
 * Offers and calendars of many professionals at once. Returns plain rows, because creating this many entities takes
 * several times as long.
 */
@Injectable()
export class OffersQueries {
  constructor(
    private readonly em: EntityManager,
    private readonly availability: AvailabilityQueries,
  ) {}

  /** The offers of professionals whose onboarding is complete: of all, or of one. */
  async listed(creatorId?: string): Promise<readonly Offer[]> {
    const [profiles, services, locations, packages] = await Promise.all([
      this.#profiles(creatorId),
      this.#services(creatorId),
      this.#locations(creatorId),
      this.#packages(creatorId),
    ]);
    return profiles.map(({ id, bio }) => {
      const [ownServices, ownPackages] = [services.get(id) ?? [], packages.get(id) ?? []];
      return {
        creatorId: id,
        services: ownServices.map(({ serviceType }) => serviceType),
        specialties: ownServices.flatMap(({ specialties }) => specialties),
        locations: (locations.get(id) ?? []).map(({ city, state, travelRadius }) => ({
          city: city ?? '',
          region: state,
          travelRadius: Number(travelRadius),
        })),
        prices: ownPackages.map(({ price }) => Number(price)),
        text: [bio, ...ownPackages.flatMap(({ name, description }) => [name, description])].join(' '),
      };
    });
  }

  /**
   * Returns a function for the state of an event in a professional's calendar: taken or off if one of its days is, free
   * if all are, unknown without a calendar. Reads the calendars of all professionals, or only of `creatorIds`.
   */
  async eventStates(
    events: readonly { date: string; days: number }[],
    creatorIds?: readonly string[],
  ): Promise<(creatorId: string, date: string, days: number) => EventDayState> {
    const ends = events.map(({ date, days }) => dayAfter(date, days - 1)).sort();
    const starts = events.map(({ date }) => date).sort();
    const [from, to] = [starts[0], ends.at(-1)];
    if (from === undefined || to === undefined) return () => 'unknown';
    const stateOn = await this.availability.statesBetween(from, to, creatorIds);
    return (id, date, days) => {
      const states = Array.from({ length: days }, (_, day) => stateOn(id, dayAfter(date, day)));
      for (const state of ['taken', 'off'] as const) if (states.includes(state)) return state;
      return states.every((state) => state === 'free') ? 'free' : 'unknown';
    };
  }

  get #tables() {
    return this.em.getKysely<Tables>(naming).withSchema('read');
  }

  async #profiles(creatorId?: string) {
    const query = this.#tables.selectFrom('CreatorProfileRow').select(['id', 'bio']).where('listedAt', 'is not', null);
    return (creatorId === undefined ? query : query.where('id', '=', creatorId)).execute();
  }

  async #services(creatorId?: string) {
    const query = this.#tables.selectFrom('CreatorServiceRow').select(['creatorId', 'serviceType', 'specialties']);
    return grouped(await (creatorId === undefined ? query : query.where('creatorId', '=', creatorId)).execute());
  }

  async #locations(creatorId?: string) {
    const query = this.#tables.selectFrom('CreatorLocationRow').select(['creatorId', 'city', 'state', 'travelRadius']);
    return grouped(await (creatorId === undefined ? query : query.where('creatorId', '=', creatorId)).execute());
  }

  async #packages(creatorId?: string) {
    const query = this.#tables
      .selectFrom('CreatorPackageRow')
      .select(['creatorId', 'price', 'name', 'description'])
      .where('isActive', '=', true);
    return grouped(await (creatorId === undefined ? query : query.where('creatorId', '=', creatorId)).execute());
  }
}

const grouped = <Row extends { creatorId: string }>(rows: readonly Row[]): ReadonlyMap<string, readonly Row[]> =>
  Map.groupBy(rows, ({ creatorId }) => creatorId);
