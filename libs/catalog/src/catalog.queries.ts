import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { IdentityQueries } from '#identity';
import { type Cents, refuse } from '#kernel';
import { Context } from '#platform/context';
import { PlainReads, type Sql, sql, unplanned } from '#platform/reads';
import { AvailabilityQueries, type CreatorDayFacts, type EventDays } from './availability/index.ts';
import { type CancellationPolicy, cancellationPolicies, type RefundTerms } from './cancellation-policies.contract.ts';
import {
  type CreatorLocationRow,
  type CreatorPackageRow,
  type CreatorProfileRow,
  type CreatorServiceRow,
  creatorLocationRows,
  creatorPackageRows,
  creatorProfileRows,
  creatorServiceRows,
} from './catalog.rows.ts';
import type {
  AvailabilityPeriod,
  CreatorAvailability,
  CreatorProfile,
  OwnAvailability,
  OwnPortfolio,
  ServiceType,
} from './contract.ts';
import { creator, offersServices } from './creator.ts';
import { PortfolioQueries } from './portfolio/index.ts';
import { ratingOf } from './rating.contract.ts';

/** A package as other modules see it. Withdrawn packages are included. */
export type PackageSummary = {
  readonly id: string;
  readonly creatorId: string;
  readonly name: string;
  readonly price: Cents;
  readonly durationHours: number;
  readonly deliverables: readonly string[];
  readonly isActive: boolean;
  readonly refundTerms: RefundTerms & { readonly policy: CancellationPolicy };
  /** The professional's service; null if the profile no longer offers one. */
  readonly serviceType: string | null;
};

/** The rows of several creators. */
type ProfileParts = {
  readonly profiles: readonly CreatorProfileRow[];
  readonly services: readonly CreatorServiceRow[];
  readonly locations: readonly CreatorLocationRow[];
  readonly packages: readonly CreatorPackageRow[];
};

@Injectable()
export class CatalogQueries {
  constructor(
    private readonly em: EntityManager,
    private readonly identity: IdentityQueries,
    private readonly context: Context,
    private readonly portfolios: PortfolioQueries,
    private readonly availability: AvailabilityQueries,
    private readonly reads: PlainReads,
  ) {}

  /** Packages by id. Unknown ids are left out. */
  async packages(ids: readonly string[]): Promise<ReadonlyMap<string, PackageSummary>> {
    const rows = await this.em.find(creatorPackageRows, { id: { $in: [...ids] } });
    const creatorIds = rows.map(({ creatorId }) => creatorId);
    const [profiles, services] = await Promise.all([
      this.em.find(creatorProfileRows, { id: { $in: creatorIds } }),
      this.em.find(creatorServiceRows, { creatorId: { $in: creatorIds } }),
    ]);
    const policies = new Map(profiles.map(({ id, cancellationPolicy }) => [id, cancellationPolicy]));
    const serviceOf = new Map(services.map(({ creatorId, serviceType }) => [creatorId, serviceType]));
    return new Map(
      rows.map(({ id, creatorId, name, price, durationHours, deliverables, isActive }) => [
        id,
        {
          id,
          creatorId,
          name: name ?? '',
          price,
          durationHours,
          deliverables: deliverables ?? [],
          isActive,
          refundTerms: refundTerms(policies.get(creatorId)),
          serviceType: serviceOf.get(creatorId) ?? null,
        },
      ]),
    );
  }

  /**
   * Public profiles by creator id, with their active packages. Ids of people who do not offer services are left out.
   */
  profiles(ids: readonly string[]): Promise<ReadonlyMap<string, CreatorProfile>> {
    return this.#profiles(ids, sql`t.is_active`);
  }

  /** The {@link profiles} that everyone can read: completed ones of creators who are not suspended. */
  async publicProfiles(ids: readonly string[]): Promise<ReadonlyMap<string, CreatorProfile>> {
    const [profiles, suspended] = await Promise.all([this.profiles(ids), this.identity.suspendedAmong(ids)]);
    return new Map([...profiles].filter(([id, profile]) => profile.onboardingCompleted && !suspended.has(id)));
  }

  async #profiles(ids: readonly string[], shown: Sql): Promise<ReadonlyMap<string, CreatorProfile>> {
    if (ids.length === 0) return new Map();
    const { reads } = this;
    const wanted = unplanned(ids, 'text[]');
    const of = sql`t.creator_id = any(${wanted})`;
    const [people, [parts], portfolios] = await Promise.all([
      this.identity.names(ids),
      reads.prepared<ProfileParts>(sql`select
        ${reads.listOf(creatorProfileRows, sql`t.id = any(${wanted})`)} as profiles,
        ${reads.listOf(creatorServiceRows, of, sql`t.id`)} as services,
        ${reads.listOf(creatorLocationRows, of, sql`t.is_primary desc, t.id`)} as locations,
        ${reads.listOf(creatorPackageRows, sql`${of} and ${shown}`, sql`t.price, t.id`)} as packages`),
      this.portfolios.published(ids),
    ]);
    if (!parts) return new Map();
    const { profiles, services, locations, packages } = parts;
    const profileOf = new Map(profiles.map((row) => [row.id, row]));
    const professionals = [...new Set(ids)].flatMap((id) => {
      const person = people.get(id);
      return person && offersServices(person.role) ? [{ id, ...person }] : [];
    });
    return new Map(
      professionals.map(({ id, displayName, avatarUrl }) => [
        id,
        {
          id,
          displayName,
          avatarUrl,
          bio: profileOf.get(id)?.bio ?? null,
          websiteUrl: profileOf.get(id)?.websiteUrl ?? null,
          instagramHandle: profileOf.get(id)?.instagramHandle ?? null,
          cancellationPolicy: policyOf(profileOf.get(id)?.cancellationPolicy),
          onboardingCompleted: Boolean(profileOf.get(id)?.listedAt),
          rating: ratingOf({
            count: profileOf.get(id)?.ratingCount ?? 0,
            total: profileOf.get(id)?.ratingTotal ?? 0,
          }),
          services: services.filter(({ creatorId }) => creatorId === id).map(service),
          locations: locations.filter(({ creatorId }) => creatorId === id).map(location),
          packages: inOrder(
            packages.filter(({ creatorId }) => creatorId === id),
            profileOf.get(id)?.packageOrder,
          ).map(offer),
          portfolio: portfolios.get(id) ?? [],
        },
      ]),
    );
  }

  /** Whether this creator has completed the onboarding. */
  async hasCompletedOnboarding(id: string): Promise<boolean> {
    return (await this.em.count(creatorProfileRows, { id, listedAt: { $ne: null } })) > 0;
  }

  /** The portfolio as its creator sees it. */
  ownPortfolio(id: string): Promise<OwnPortfolio> {
    return this.portfolios.own(id);
  }

  /** The availability settings of a creator, for the creator. */
  ownAvailability(id: string): Promise<OwnAvailability> {
    return this.availability.own(id);
  }

  /** The state of each day of a period. Refuses `creator-not-found`, as {@link publicProfile} does. */
  async days(id: string, period: AvailabilityPeriod): Promise<CreatorAvailability> {
    await this.publicProfile(id);
    return this.availability.days(id, period);
  }

  /** What a creator's calendar says of the days of an event, which are YYYY-MM-DD. */
  day(id: string, dates: readonly string[]): Promise<CreatorDayFacts> {
    return this.availability.day(id, dates);
  }

  /** What the calendars say of the days of these events, by the id of the event, in three queries. */
  eventDayFacts(events: readonly EventDays[]): Promise<ReadonlyMap<string, CreatorDayFacts>> {
    return this.availability.eventDayFacts(events);
  }

  /** For staff. Refuses `account-has-profile` for a professional who has begun a profile that others can see. */
  async requireNoProfile(id: string): Promise<void> {
    const streams = await this.openStreams(id);
    if (streams.length > 0)
      refuse('account-has-profile', 'This person has a professional profile, so they cannot become a client.');
  }

  /** The streams of a creator that must be closed when their account is closed. */
  async openStreams(id: string): Promise<readonly string[]> {
    const [isListed, hasPortfolio, hasAvailability] = await Promise.all([
      this.hasCompletedOnboarding(id),
      this.portfolios.exists(id),
      this.availability.exists(id),
    ]);
    return [
      ...(isListed ? [`creator-${id}`] : []),
      ...(hasPortfolio ? [`portfolio-${id}`] : []),
      ...(hasAvailability ? [`availability-${id}`] : []),
    ];
  }

  async byId(id: string): Promise<CreatorProfile> {
    return (await this.profiles([id])).get(id) ?? refuse('creator-not-found', 'Profile not found');
  }

  /**
   * A profile is public once onboarding is complete, and while its creator is not suspended; otherwise only its creator
   * can read it. Refuses `creator-not-found`.
   */
  async publicProfile(id: string): Promise<CreatorProfile> {
    const [profile, hasAccess] = await Promise.all([this.byId(id), this.identity.hasAccess(id)]);
    if (!(profile.onboardingCompleted && hasAccess) && this.context.origin.by.id !== id)
      refuse('creator-not-found', 'Profile not found');
    return profile;
  }

  /** A profile as its creator sees it, with the drafts of packages. */
  async own(id: string): Promise<CreatorProfile> {
    const profiles = await this.#profiles([id], sql`(t.is_active or t.is_draft)`);
    return profiles.get(id) ?? refuse('creator-not-found', 'Profile not found');
  }

  /** The caller's own profile. */
  async mine(): Promise<CreatorProfile> {
    const { by } = this.context.origin;
    if (!offersServices(by.role)) refuse('profile-not-allowed', 'Only creators and vendors have a profile');
    return this.own(by.id);
  }
}

/** The chosen policy, or the one of professionals who have not chosen. */
const policyOf = (policy: string = creator.initial.cancellationPolicy): CancellationPolicy =>
  policy as CancellationPolicy;

const refundTerms = (chosen: string | undefined): PackageSummary['refundTerms'] => {
  const policy = policyOf(chosen);
  const { fullRefundDays, halfRefundDays } = cancellationPolicies[policy];
  return { policy, fullRefundDays, halfRefundDays };
};

/** Packages in the order that their creator chose; the others follow as they are. */
const inOrder = <Row extends { readonly id: string }>(rows: readonly Row[], ids: readonly string[] = []): Row[] => {
  const place = ({ id }: Row): number => (ids.includes(id) ? ids.indexOf(id) : ids.length);
  return rows.toSorted((one, other) => place(one) - place(other));
};

type Parts = { [Part in 'services' | 'locations' | 'packages']: CreatorProfile[Part][number] };

const service = ({ serviceType, specialties, yearsExperience }: CreatorServiceRow): Parts['services'] => ({
  serviceType: serviceType as ServiceType,
  specialties: [...specialties],
  yearsExperience,
});

const location = ({ city, state, isPrimary, travelRadius }: CreatorLocationRow): Parts['locations'] => ({
  city: city ?? '',
  state,
  isPrimary,
  travelRadius,
});

const offer = (row: CreatorPackageRow): Parts['packages'] => ({
  id: row.id,
  name: row.name ?? '',
  description: row.description ?? null,
  price: row.price,
  currency: 'USD',
  durationHours: row.durationHours,
  deliverables: [...(row.deliverables ?? [])],
  isActive: row.isActive,
});
