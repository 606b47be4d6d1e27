import { Injectable } from '@nestjs/common';
import { CatalogQueries, CatalogSearch, OffersQueries } from '#catalog';
import {
  type CreatorFilter,
  type CreatorProfile,
  countryOf,
  creatorPath,
  isRegionOf,
  storedRegion,
} from '#catalog/contract';
import { dayAt, westernmostZone } from '#kernel';
import { gazetteer, LeadsQueries, milesBetween, specialtyFor } from '#leads';
import { Context } from '#platform/context';
import type { Brief, Service } from './brief.ts';
import { daysCount, daysOf, type Today, withoutPastDate } from './brief-date.ts';
import type { BriefPlace, Places } from './brief-place.ts';
import {
  type Calendar,
  highestPrice,
  monthCalendar,
  recommendationsOf,
  type Shortlist,
  shortlist,
  type Vendor,
} from './ranking.ts';
import { placesWith } from './vendor-places.ts';

/** How many vendors are compared for each service, and how many one search adds at most. */
const [maxCompared, maxOfSearch] = [60, 40];
/** For how long the places of the vendors are kept, in milliseconds. A new vendor's city is known after that. */
const placesLifetime = 60_000;

/** `areAll`: no search found more than were compared. */
type Candidates = { readonly profiles: ReadonlyMap<string, CreatorProfile>; readonly areAll: boolean };
const noCandidates: Candidates = { profiles: new Map(), areAll: true };

/** What an answer was about, and whom it named. */
type EarlierAnswer = {
  readonly brief: Brief;
  readonly vendors: readonly { readonly vendorId: string; readonly service: Service }[];
};
type CurrentAnswer = { readonly brief: Brief; readonly shortlists: readonly Shortlist[] };

/** Finds the vendors that fit a brief, in the catalog. */
@Injectable()
export class RecommendationsQueries {
  #places: { readonly until: number; readonly found: Promise<Places> } | undefined;

  constructor(
    private readonly search: CatalogSearch,
    private readonly offers: OffersQueries,
    private readonly leads: LeadsQueries,
    private readonly context: Context,
    private readonly catalog: CatalogQueries,
  ) {}

  /** The day that it is in the client's time zone, else at the place, else in UTC. */
  today(place: BriefPlace | null, clientZone?: string): Today {
    const now = this.context.now().toISOString();
    const zone = clientZone ?? (place && this.leads.timeZoneOf(placeName(place), []));
    if (zone) return { day: dayAt(now, zone), earliest: dayAt(now, zone) };
    return { day: now.slice(0, 10), earliest: dayAt(now, westernmostZone) };
  }

  /** The places that a brief can name. They are read at most once a minute. */
  places(): Promise<Places> {
    const now = this.context.now().getTime();
    if (this.#places && now < this.#places.until) return this.#places.found;
    const found = this.search
      .places()
      .then((places) => placesWith(places, { ...gazetteer, countryOf, region: regionNamed }));
    const kept = { until: now + placesLifetime, found };
    this.#places = kept;
    found.catch(() => {
      if (this.#places === kept) this.#places = undefined;
    });
    return found;
  }

  /**
   * The best vendors for each service of a brief. Wider searches, which find only vendors that miss a wish, are made
   * for services for which nothing fits. Throws the signal's reason once it is aborted.
   */
  async shortlists(brief: Brief, today: Today, signal: AbortSignal): Promise<readonly Shortlist[]> {
    const found = new Map<Service, Candidates>();
    const addCandidates = async (service: Service, filters: readonly CreatorFilter[]) =>
      found.set(service, await this.#candidates(filters, found.get(service) ?? noCandidates, signal));
    for (const service of brief.services) await addCandidates(service, fittingSearches(service, brief));
    const lists = await this.#ranked(brief, found, today);
    const withoutFit = lists.filter(({ fitting }) => fitting.length === 0);
    if (withoutFit.length === 0) return lists;
    for (const { service } of withoutFit) await addCandidates(service, widerSearches(service, brief));
    return this.#ranked(brief, found, today);
  }

  async #candidates(filters: readonly CreatorFilter[], earlier: Candidates, signal: AbortSignal): Promise<Candidates> {
    const profiles = new Map(earlier.profiles);
    let { areAll } = earlier;
    for (const filter of filters) {
      areAll &&= profiles.size < maxCompared;
      if (profiles.size >= maxCompared) break;
      signal.throwIfAborted();
      const { items, nextCursor } = await this.search.find(filter);
      areAll &&= nextCursor === null;
      for (const profile of items) if (profiles.size < maxCompared) profiles.set(profile.id, profile);
    }
    signal.throwIfAborted();
    return { profiles, areAll };
  }

  async #ranked(brief: Brief, found: ReadonlyMap<Service, Candidates>, today: Today): Promise<readonly Shortlist[]> {
    const ids = new Set([...found.values()].flatMap(({ profiles }) => [...profiles.keys()]));
    const calendarOf = await this.#calendars([...ids], brief, today);
    return brief.services.map((service) => {
      const { profiles, areAll } = found.get(service) ?? noCandidates;
      const vendors = [...profiles.values()].map((profile) =>
        vendorOf(profile, service, brief, calendarOf(profile.id)),
      );
      return shortlist(service, brief, vendors, areAll);
    });
  }

  /**
   * The vendors of earlier answers as they are today, in the same order, each for its brief without a date that has
   * passed. Vendors who cannot be booked for a service any more are left out.
   */
  async again(answers: readonly EarlierAnswer[]): Promise<readonly CurrentAnswer[]> {
    const ids = new Set(answers.flatMap(({ vendors }) => vendors.map(({ vendorId }) => vendorId)));
    const profiles = await this.catalog.publicProfiles([...ids]);
    // Most answers of a conversation are about the same date.
    const calendars = new Map<string, (id: string) => Calendar>();
    const currentAnswers: CurrentAnswer[] = [];
    for (const { brief: earlier, vendors } of answers) {
      const today = this.today(earlier.place);
      const brief = withoutPastDate(earlier, today);
      const key = JSON.stringify([brief.date, today.earliest]);
      const calendarOf = calendars.get(key) ?? (await this.#calendars([...profiles.keys()], brief, today));
      calendars.set(key, calendarOf);
      const shortlists = [...new Set(vendors.map(({ service }) => service))].map((service) => {
        const ofService = vendors.filter((each) => each.service === service);
        const offering = ofService.flatMap(({ vendorId }) => profiles.get(vendorId) ?? []);
        const current = offering.map((profile) => vendorOf(profile, service, brief, calendarOf(profile.id)));
        const fitting = recommendationsOf(service, brief, current);
        return { service, fitting, nearest: [], count: fitting.length };
      });
      currentAnswers.push({ brief, shortlists });
    }
    return currentAnswers;
  }

  async #calendars(ids: readonly string[], { date }: Brief, today: Today): Promise<(id: string) => Calendar> {
    if (!date) return () => ({ kind: 'none' });
    const events =
      'day' in date
        ? [{ date: date.day, days: daysCount(date) }]
        : daysOf(date.month)
            .filter((day) => day >= today.earliest)
            .map((day) => ({ date: day, days: 1 }));
    const stateOf = await this.offers.eventStates(events, ids);
    return (id) => {
      const states = events.map((event) => stateOf(id, event.date, event.days));
      return 'day' in date ? { kind: 'day', state: states[0] ?? 'unknown' } : monthCalendar(states);
    };
  }
}

const regionNamed = (name: string): string | undefined => {
  const region = storedRegion(name);
  return isRegionOf(region) ? region : undefined;
};

const placeName = ({ city, region }: BriefPlace): string =>
  [city, region].filter((name) => name !== null && name !== '').join(', ');

/** Searches that together find the vendors who fit the whole brief, the narrowest first. */
const fittingSearches = (service: Service, brief: Brief): readonly CreatorFilter[] => {
  const { place, date } = brief;
  const highest = highestPrice(service, brief);
  const price = Number.isFinite(highest) ? { maxPrice: Math.max(0, highest) } : {};
  const region = place?.region ? { state: place.region } : {};
  const city = place?.city ? { city: place.city } : {};
  const day = date && 'day' in date ? { date: date.day } : {};
  // Vendors of other regions may travel to the place.
  return filtersOf(service, [
    { ...city, ...region, ...price, ...day },
    { ...region, ...price, ...day },
    { ...region, ...price },
    { ...price },
  ]);
};

/** Searches whose results include vendors who fit nearly everything, from the narrowest to the widest. */
const widerSearches = (service: Service, { place }: Brief): readonly CreatorFilter[] =>
  filtersOf(service, [...(place?.region ? [{ state: place.region }] : []), {}]);

const filtersOf = (service: Service, choices: readonly Partial<CreatorFilter>[]): readonly CreatorFilter[] => {
  const distinct = new Map(choices.map((each) => [JSON.stringify(each), each]));
  return [...distinct.values()].map((each) => ({ ...each, service, sort: 'experience', limit: maxOfSearch }));
};

const vendorOf = (
  { id, displayName, bio, services, locations, packages, portfolio, rating }: CreatorProfile,
  service: Service,
  { place, eventType }: Brief,
  calendar: Calendar,
): Vendor => {
  const nearest = locations
    .map((location) => ({ ...location, miles: milesFrom(place, location) }))
    .sort((one, other) => outside(one) - outside(other))[0];
  const ofService = services.find(({ serviceType }) => serviceType === service);
  return {
    id,
    displayName,
    path: creatorPath({ id, displayName }),
    services: services.map(({ serviceType }) => serviceType),
    specialty:
      services.flatMap(({ specialties }) => specialties).find((each) => each === specialtyFor[eventType ?? '']) ?? null,
    yearsExperience: ofService?.yearsExperience ?? 0,
    // People also enter streets and names, which must not be part of answers that clients keep.
    city: nearest && gazetteer.city(nearest.city, nearest.state) ? nearest.city : '',
    region: nearest?.state ?? '',
    miles: nearest?.miles ?? null,
    travelRadius: nearest?.travelRadius ?? 0,
    packages: packages.map(({ id: packageId, name, price }) => ({ id: packageId, name, price })),
    text: [bio, ...packages.flatMap(({ name, description }) => [name, description])].join(' '),
    calendar,
    rating,
    picture: portfolio[0] ? pictureOf(portfolio[0]) : null,
  };
};

const pictureOf = ({ mediaUrl, width, height, thumbhash }: CreatorProfile['portfolio'][number]) => ({
  mediaUrl,
  width,
  height,
  thumbhash,
});

type Location = CreatorProfile['locations'][number];

const milesFrom = (place: BriefPlace | null, { city, state }: Location): number | null => {
  const [to, from] = [place?.at, gazetteer.city(city, state)];
  if (to && from) return milesBetween(to, from);
  return place?.city && place.city === city && place.region === state ? 0 : null;
};

/** By how many miles a place is beyond a vendor's travel radius; places with an unknown distance come last. */
const outside = ({ miles, travelRadius }: Location & { readonly miles: number | null }): number =>
  miles === null ? Number.MAX_SAFE_INTEGER : miles - travelRadius;
