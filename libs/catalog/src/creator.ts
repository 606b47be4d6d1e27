import { type Actor, aggregate, type Cents, type Message, type Nothing, type PersonalData, refuse } from '#kernel';

type PolicyChoice = { creatorId: string; cancellationPolicy: string };
type Description = { creatorId: string; bio: string | null; websiteUrl: string | null; instagramHandle: string | null };
type Service = { serviceType: string; specialties: readonly string[]; yearsExperience: number };
/** A review, as it was at this version. */
type Rated = { reviewId: string; reviewVersion: number; stars: number | null };
type Location = { locationId: string; city: string; state: string; travelRadius: number };
type Package = {
  packageId: string;
  name: string;
  description: string | null;
  price: Cents;
  durationHours: number;
  deliverables: readonly string[];
};
/** A package as its creator saves it. `savedId` is the id of the package that it replaces; null for a new one. */
type EnteredPackage = Package & { savedId: string | null; isDraft: boolean };

export type CreatorCommands = {
  describe: Description;
  changeService: { creatorId: string; service: Service };
  changeLocation: { creatorId: string; location: Location };
  /**
   * Replaces the packages, drafts included, with these in their order. `known` are the ids of all packages that the
   * creator has seen; null if the request does not say.
   */
  changePackages: { creatorId: string; packages: readonly EnteredPackage[]; known: readonly string[] | null };
  /** `maxPackages` is the highest number of packages, drafts included. */
  completeOnboarding: Description & {
    service: Service;
    location: Location;
    packages: readonly Package[];
    maxPackages: number;
  };
  chooseCancellationPolicy: PolicyChoice;
  /**
   * Counts a review, or a change of one. `reviewVersion` grows with each change; `stars` is null for a review that is
   * not shown.
   */
  rate: Rated;
  /** Closes the profile because the creator's account was closed. */
  close: Nothing;
};

export type CreatorEvents = {
  ProfileOpened: { creatorId: string };
  ProfileDescribed: Description;
  ServiceOffered: Service & { creatorId: string };
  ServiceWithdrawn: { serviceType: string };
  LocationAdded: Location & { creatorId: string; isPrimary: boolean };
  LocationRemoved: { locationId: string };
  PackageOffered: Package & { creatorId: string };
  /** Saved without being offered: only its creator sees it. */
  PackageDrafted: Package & { creatorId: string };
  PackageWithdrawn: { packageId: string };
  /** The order in which packages are listed. */
  PackagesArranged: { creatorId: string; packageIds: readonly string[] };
  /** After the onboarding, the service, the location or the packages were changed. */
  OffersChanged: { creatorId: string };
  OnboardingCompleted: { creatorId: string };
  CancellationPolicyChosen: PolicyChoice;
  /** `count` is the number of counted reviews after this event, `total` the sum of their stars. */
  CreatorRated: Rated & { creatorId: string; count: number; total: number };
  /** The profile is no longer listed. Existing bookings keep their own copy of the package. */
  ProfileClosed: { creatorId: string };
};

const personalData: PersonalData<CreatorEvents> = {
  ProfileDescribed: { of: 'creatorId', fields: ['bio', 'websiteUrl', 'instagramHandle'] },
  LocationAdded: { of: 'creatorId', fields: ['city'] },
  PackageOffered: { of: 'creatorId', fields: ['name', 'description', 'deliverables'] },
  PackageDrafted: { of: 'creatorId', fields: ['name', 'description', 'deliverables'] },
};

type StoredPackage = Package & { readonly isDraft: boolean };

/** What is offered now, and the drafts. */
export type Creator = {
  readonly id: string;
  readonly opened: boolean;
  readonly closed: boolean;
  readonly services: readonly Service[];
  readonly locations: readonly Location[];
  readonly packages: readonly StoredPackage[];
  /** The ids of the packages in the order in which they were last arranged. */
  readonly packageOrder: readonly string[];
  readonly cancellationPolicy: string;
  /** The latest known version of each review. */
  readonly ratings: readonly Rated[];
};

export const creator = aggregate<CreatorCommands, CreatorEvents, Creator, 'creator'>({
  stream: 'creator',
  personalData,
  initial: {
    id: '',
    opened: false,
    closed: false,
    services: [],
    locations: [],
    packages: [],
    packageOrder: [],
    cancellationPolicy: 'standard',
    ratings: [],
  },

  decide: {
    describe(state, { facts, by }) {
      requireOwnProfile(facts.creatorId, by);
      requireOpen(state);
      return descriptionEvents(state, facts);
    },

    changeService(state, { facts: { creatorId, service }, by }) {
      requireOwnProfile(creatorId, by);
      requireOpen(state);
      const others = state.services.filter(({ serviceType }) => serviceType !== service.serviceType);
      if (others.length === 0 && state.services.some((offered) => isSame(offered, service, serviceFields))) return [];
      return [
        ...openingEvents(state, creatorId),
        ...serviceWithdrawals(others),
        { type: 'ServiceOffered', data: { creatorId, ...service } },
        { type: 'OffersChanged', data: { creatorId } },
      ];
    },

    changeLocation(state, { facts: { creatorId, location }, by }) {
      requireOwnProfile(creatorId, by);
      requireOpen(state);
      const [current] = state.locations;
      if (current && isSame(current, location, locationFields)) return [];
      return [
        ...openingEvents(state, creatorId),
        ...locationRemovals(state.locations),
        { type: 'LocationAdded', data: { creatorId, ...location, isPrimary: true } },
        { type: 'OffersChanged', data: { creatorId } },
      ];
    },

    // A changed package gets a new id, so that a client who still sees the earlier one is never charged the new price.
    changePackages(state, { facts: { creatorId, packages, known }, by }) {
      requireOwnProfile(creatorId, by);
      requireOpen(state);
      if (packages.every(({ isDraft }) => isDraft)) refuse('package-missing', 'Please offer at least one package');
      const before = new Map(state.packages.map((stored) => [stored.packageId, stored]));
      const savedIds = packages.flatMap(({ savedId }) => savedId ?? []);
      const hasUnknown = known !== null && state.packages.some(({ packageId }) => !known.includes(packageId));
      if (hasUnknown || savedIds.some((id) => !before.has(id)) || new Set(savedIds).size < savedIds.length)
        refuse(
          'packages-changed',
          'Your packages were changed in another tab or on another device. Check them and save again.',
        );
      const isKept = ({ savedId, ...saved }: EnteredPackage): boolean => {
        const stored = before.get(savedId ?? '');
        return stored !== undefined && isSame(stored, saved, packageFields);
      };
      const keptIds = new Set(packages.filter(isKept).map(({ savedId }) => savedId));
      const withdrawn = state.packages.filter(({ packageId }) => !keptIds.has(packageId));
      const added = packages.filter((saved) => !keptIds.has(saved.savedId));
      const packageIds = packages.map((saved) => (isKept(saved) ? (saved.savedId ?? '') : saved.packageId));
      const isArranged = packageIds.join() === state.packageOrder.join();
      if (withdrawn.length === 0 && added.length === 0 && isArranged) return [];
      return [
        ...openingEvents(state, creatorId),
        ...packageWithdrawals(withdrawn),
        ...added.map(({ savedId: _, isDraft, ...offer }): Message<CreatorEvents> => {
          const data = { creatorId, ...offer };
          return isDraft ? { type: 'PackageDrafted', data } : { type: 'PackageOffered', data };
        }),
        { type: 'PackagesArranged', data: { creatorId, packageIds } },
        { type: 'OffersChanged', data: { creatorId } },
      ];
    },

    // Completing onboarding again replaces everything offered before, but no draft. Packages that did not change keep
    // their ids; the others are withdrawn, not deleted, because bookings may refer to them.
    completeOnboarding(state, { facts: { service, location, packages, maxPackages, ...description }, by }) {
      const { creatorId } = description;
      requireOwnProfile(creatorId, by);
      requireOpen(state);
      if (packages.length === 0) refuse('package-missing', 'Please add at least one package');
      const drafts = state.packages.filter(({ isDraft }) => isDraft);
      if (drafts.length + packages.length > maxPackages)
        refuse(
          'packages-too-many',
          `You can have at most ${maxPackages} packages, including your ${drafts.length === 1 ? 'draft' : `${drafts.length} drafts`}. Remove some first.`,
        );
      const { withdrawn, added } = replacePackages(
        state.packages.filter(({ isDraft }) => !isDraft),
        packages,
      );
      return [
        ...descriptionEvents(state, description),
        ...serviceWithdrawals(state.services.filter(({ serviceType }) => serviceType !== service.serviceType)),
        ...locationRemovals(state.locations),
        ...packageWithdrawals(withdrawn),
        { type: 'ServiceOffered', data: { creatorId, ...service } },
        { type: 'LocationAdded', data: { creatorId, ...location, isPrimary: true } },
        ...added.map((offer) => ({ type: 'PackageOffered', data: { creatorId, ...offer } }) as const),
        { type: 'OnboardingCompleted', data: { creatorId } },
      ];
    },

    chooseCancellationPolicy(state, { facts, by }) {
      requireOwnProfile(facts.creatorId, by);
      requireOpen(state);
      if (facts.cancellationPolicy === state.cancellationPolicy) return [];
      return [...openingEvents(state, facts.creatorId), { type: 'CancellationPolicyChosen', data: facts }];
    },

    // Each newer version is recorded, even with the same stars, so that an older one that arrives later is ignored.
    rate({ id: creatorId, opened, closed, ratings }, { facts: { reviewId, reviewVersion, stars }, by }) {
      requireAutomatic(by);
      const known = ratings.find((each) => each.reviewId === reviewId);
      if (!opened || closed || (known && known.reviewVersion >= reviewVersion)) return [];
      const rated = { reviewId, reviewVersion, stars };
      const counted = withRating(ratings, rated).flatMap((each) => each.stars ?? []);
      const total = counted.reduce((sum, each) => sum + each, 0);
      return [{ type: 'CreatorRated', data: { creatorId, ...rated, count: counted.length, total } }];
    },

    close(state, { by }) {
      requireAutomatic(by);
      if (!state.opened || state.closed) return [];
      return [
        ...serviceWithdrawals(state.services),
        ...locationRemovals(state.locations),
        ...packageWithdrawals(state.packages),
        { type: 'ProfileClosed', data: { creatorId: state.id } },
      ];
    },
  },

  evolve: {
    ProfileOpened: (state, { creatorId }) => ({ ...state, id: creatorId, opened: true }),
    ProfileDescribed: (state) => state,
    ServiceOffered: (state, { creatorId: _, ...service }) => ({
      ...state,
      services: [...withoutService(state, service.serviceType), service],
    }),
    ServiceWithdrawn: (state, { serviceType }) => ({ ...state, services: withoutService(state, serviceType) }),
    LocationAdded: (state, { creatorId: _, isPrimary: _primary, ...location }) => ({
      ...state,
      locations: [...withoutLocation(state, location.locationId), location],
    }),
    LocationRemoved: (state, { locationId }) => ({ ...state, locations: withoutLocation(state, locationId) }),
    PackageOffered: (state, { creatorId: _, ...offer }) => withPackage(state, { ...offer, isDraft: false }),
    PackageDrafted: (state, { creatorId: _, ...draft }) => withPackage(state, { ...draft, isDraft: true }),
    PackageWithdrawn: (state, { packageId }) => ({ ...state, packages: withoutPackage(state, packageId) }),
    PackagesArranged: (state, { packageIds: packageOrder }) => ({ ...state, packageOrder }),
    OffersChanged: (state) => state,
    OnboardingCompleted: (state) => state,
    CancellationPolicyChosen: (state, { cancellationPolicy }) => ({ ...state, cancellationPolicy }),
    CreatorRated: (state, { reviewId, reviewVersion, stars }) => ({
      ...state,
      ratings: withRating(state.ratings, { reviewId, reviewVersion, stars }),
    }),
    ProfileClosed: (state) => ({ ...state, closed: true }),
  },
});

type Events = readonly Message<CreatorEvents>[];

const openingEvents = ({ opened }: Creator, creatorId: string): Events =>
  opened ? [] : [{ type: 'ProfileOpened', data: { creatorId } }];

const descriptionEvents = (state: Creator, data: Description): Events => [
  ...openingEvents(state, data.creatorId),
  { type: 'ProfileDescribed', data },
];

const serviceWithdrawals = (services: readonly Service[]): Events =>
  services.map(({ serviceType }) => ({ type: 'ServiceWithdrawn', data: { serviceType } }));
const locationRemovals = (locations: readonly Location[]): Events =>
  locations.map(({ locationId }) => ({ type: 'LocationRemoved', data: { locationId } }));
const packageWithdrawals = (packages: readonly Package[]): Events =>
  packages.map(({ packageId }) => ({ type: 'PackageWithdrawn', data: { packageId } }));

/** Which offered packages are withdrawn, and which entered ones are new. Those that did not change are in neither. */
const replacePackages = (offered: readonly StoredPackage[], entered: readonly Package[]) => {
  const withdrawn = [...offered];
  const added: Package[] = [];
  for (const each of entered) {
    const at = withdrawn.findIndex((stored) => isSame(stored, { ...each, isDraft: false }, packageFields));
    if (at < 0) added.push(each);
    else withdrawn.splice(at, 1);
  }
  return { withdrawn, added };
};

const withoutService = ({ services }: Creator, name: string): readonly Service[] =>
  services.filter(({ serviceType }) => serviceType !== name);
const withoutLocation = ({ locations }: Creator, id: string): readonly Location[] =>
  locations.filter(({ locationId }) => locationId !== id);
const withoutPackage = ({ packages }: Creator, id: string): readonly StoredPackage[] =>
  packages.filter(({ packageId }) => packageId !== id);
const withPackage = (state: Creator, added: StoredPackage): Creator => ({
  ...state,
  packages: [...withoutPackage(state, added.packageId), added],
});

const withRating = (ratings: readonly Rated[], rated: Rated): readonly Rated[] => [
  ...ratings.filter(({ reviewId }) => reviewId !== rated.reviewId),
  rated,
];

/** The fields that decide whether something was changed: all but the ids. */
const serviceFields = ['serviceType', 'specialties', 'yearsExperience'] as const;
const locationFields = ['city', 'state', 'travelRadius'] as const;
const packageFields = ['name', 'description', 'price', 'durationHours', 'deliverables', 'isDraft'] as const;

const isSame = <Field extends string>(
  one: Readonly<Record<Field, unknown>>,
  other: Readonly<Record<Field, unknown>>,
  fields: readonly Field[],
): boolean => fields.every((field) => JSON.stringify(one[field]) === JSON.stringify(other[field]));

/** Whether this role has a profile and offers services. */
export const offersServices = (role: string): boolean => role === 'creator' || role === 'vendor';

function requireOpen({ closed }: Creator): void {
  if (closed) refuse('profile-closed', 'This profile is closed');
}

function requireAutomatic({ kind }: Actor): void {
  if (kind !== 'worker' && kind !== 'system') refuse('profile-not-allowed', 'This change is made automatically');
}

function requireOwnProfile(creatorId: string, by: Actor): void {
  if (by.id !== creatorId) refuse('profile-not-yours', 'This profile belongs to another user');
  if (by.kind !== 'user' || !offersServices(by.role))
    refuse('profile-not-allowed', 'Only creators and vendors have a profile');
}
