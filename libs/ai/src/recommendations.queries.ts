import { Injectable } from '@nestjs/common';
import { CatalogSearch, OffersQueries } from '#catalog';
import { type CreatorFilter, type CreatorProfile, creatorPath, isRegionOf, storedRegion } from '#catalog/contract';
import { searchable } from '#kernel';
import { gazetteer, milesBetween } from '#leads';
import { Context } from '#platform/context';
import { type Brief, type BriefPlace, daysOf, type KnownPlace, type Places, type Service } from './brief.ts';
import { type Calendar, highestPrice, monthCalendar, type Shortlist, shortlist, type Vendor } from './ranking.ts';

/** How many vendors are compared for each service, and how many one search adds at most. */
const [maxCompared, maxOfSearch] = [60, 40];

/** Finds the vendors that fit a brief, in the catalog. */
@Injectable()
export class RecommendationsQueries {
  constructor(
    private readonly search: CatalogSearch,
    private readonly offers: OffersQueries,
    private readonly context: Context,
  ) {}

  /** The current day in UTC. */
  today(): string {
    return this.context.now().toISOString().slice(0, 10);
  }

  /**
   * The places that a brief can name: those of the vendors, then all others. Vendors write the names of their cities, so a name
   * that no city has counts only if it is written like one and with its region.
   */
  async places(): Promise<Places> {
    const byName = Map.groupBy(await this.search.places(), ({ city }) => searchable(city));
    return {
      cities: (name, region) => {
        const named = (byName.get(searchable(name)) ?? []).map(located);
        const ofVendors =
          region === undefined
            ? named.filter(({ at }) => at !== null && !ordinaryWords.has(searchable(name)))
            : named.filter((place) => place.region === region && (place.at !== null || properName.test(name)));
        return ofVendors.length > 0 ? ofVendors : otherCities(name, region);
      },
      region: (name) => {
        const region = storedRegion(name);
        return isRegionOf(region) ? region : undefined;
      },
    };
  }

  /** The best vendors for each service of a brief. */
  async shortlists(brief: Brief): Promise<readonly Shortlist[]> {
    const lists: Shortlist[] = [];
    for (const service of brief.services) lists.push(shortlist(service, brief, await this.#vendors(service, brief)));
    return lists;
  }

  async #vendors(service: Service, brief: Brief): Promise<readonly Vendor[]> {
    const profiles = new Map<string, CreatorProfile>();
    for (const filter of searchesFor(service, brief)) {
      const { items } = await this.search.find(filter);
      for (const profile of items) if (profiles.size < maxCompared) profiles.set(profile.id, profile);
      if (profiles.size >= maxCompared) break;
    }
    const calendarOf = await this.#calendars([...profiles.keys()], brief);
    return [...profiles.values()].map((profile) => vendorOf(profile, service, brief.place, calendarOf(profile.id)));
  }

  async #calendars(ids: readonly string[], { date }: Brief): Promise<(id: string) => Calendar> {
    if (!date) return () => ({ kind: 'none' });
    const today = this.today();
    const days = 'day' in date ? [date.day] : daysOf(date.month).filter((day) => day >= today);
    const stateOf = await this.offers.eventStates(
      days.map((day) => ({ date: day, days: 1 })),
      ids,
    );
    return (id) => {
      const states = days.map((day) => stateOf(id, day, 1));
      return 'day' in date ? { kind: 'day', state: states[0] ?? 'unknown' } : monthCalendar(states);
    };
  }
}

/** From the narrowest search to the widest, so that those who fit are compared even if there are many others. */
const searchesFor = (service: Service, brief: Brief): readonly CreatorFilter[] => {
  const { place, date } = brief;
  const highest = highestPrice(service, brief);
  const price = Number.isFinite(highest) ? { maxPrice: Math.max(0, highest) } : {};
  const region = place?.region ? { state: place.region } : {};
  const city = place?.city ? { city: place.city } : {};
  const day = date && 'day' in date ? { date: date.day } : {};
  const searches = [
    { ...city, ...region, ...price, ...day },
    { ...city, ...region, ...price },
    { ...region, ...price, ...day },
    { ...region, ...price },
    { ...price },
    { ...region },
    {},
  ];
  const distinct = new Map(searches.map((each) => [JSON.stringify(each), each]));
  return [...distinct.values()].map((each) => ({ ...each, service, sort: 'experience', limit: maxOfSearch }));
};

const located = ({ city, region }: { readonly city: string; readonly region: string }): KnownPlace => ({
  city,
  region,
  at: gazetteer.city(city, region) ?? null,
});

/** Up to three words with capital letters. */
const properName = /^\p{Lu}[\p{L}.'’-]*(?: \p{Lu}[\p{L}.'’-]*){0,2}$/u;

/** Only names with a capital letter, because many small places are named like ordinary words. */
const otherCities = (name: string, region: string | undefined): readonly KnownPlace[] => {
  if (region !== undefined) {
    const at = gazetteer.city(name, region);
    return at ? [{ city: capitalized(name), region, at }] : [];
  }
  if (!/^\p{Lu}/u.test(name) || ordinaryWords.has(searchable(name))) return [];
  const coordinates = new Map(gazetteer.citiesNamed(name).map(({ at }) => [at.join(), at]));
  return [...coordinates.values()].map((at) => ({ city: name, region: '', at }));
};

const ordinaryWords = new Set(
  'january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday spring summer fall winter home hope price'.split(
    ' ',
  ),
);

const capitalized = (name: string): string => name.replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase());

const vendorOf = (
  { id, displayName, bio, services, locations, packages }: CreatorProfile,
  service: Service,
  place: BriefPlace | null,
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
    specialties: services.flatMap(({ specialties }) => specialties),
    yearsExperience: ofService?.yearsExperience ?? 0,
    city: nearest?.city ?? '',
    region: nearest?.state ?? '',
    miles: nearest?.miles ?? null,
    travelRadius: nearest?.travelRadius ?? 0,
    packages: packages.map(({ id: packageId, name, price }) => ({ id: packageId, name, price })),
    text: [bio, ...packages.flatMap(({ name, description }) => [name, description])].join(' '),
    calendar,
  };
};

type Location = CreatorProfile['locations'][number];

const milesFrom = (place: BriefPlace | null, { city, state }: Location): number | null => {
  const [to, from] = [place?.at, gazetteer.city(city, state)];
  if (to && from) return milesBetween(to, from);
  return place?.city && place.city === city && place.region === state ? 0 : null;
};

/** By how many miles a place is outside of what a vendor travels; places with an unknown distance come last. */
const outside = ({ miles, travelRadius }: Location & { readonly miles: number | null }): number =>
  miles === null ? Number.MAX_SAFE_INTEGER : miles - travelRadius;
