import { type Actor, aggregate, type Cents, type Message, type Nothing, type PersonalData, refuse } from '#kernel';

type PolicyChoice = { creatorId: string; cancellationPolicy: string };
type Description = { creatorId: string; bio: string | null; websiteUrl: string | null; instagramHandle: string | null };
type Service = { serviceType: string; specialties: readonly string[]; yearsExperience: number };
type Location = { locationId: string; city: string; state: string; travelRadius: number };
type Package = {
  packageId: string;
  name: string;
  description: string | null;
  price: Cents;
  durationHours: number;
  deliverables: readonly string[];
};

export type CreatorCommands = {
  describe: Description;
  completeOnboarding: Description & { service: Service; location: Location; packages: readonly Package[] };
  chooseCancellationPolicy: PolicyChoice;
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
  PackageWithdrawn: { packageId: string };
  OnboardingCompleted: { creatorId: string };
  CancellationPolicyChosen: PolicyChoice;
  /** The profile is no longer listed. Existing bookings keep their own copy of the package. */
  ProfileClosed: { creatorId: string };
};

const personalData: PersonalData<CreatorEvents> = {
  ProfileDescribed: { of: 'creatorId', fields: ['bio', 'websiteUrl', 'instagramHandle'] },
  LocationAdded: { of: 'creatorId', fields: ['city'] },
  PackageOffered: { of: 'creatorId', fields: ['name', 'description', 'deliverables'] },
};

/** What is offered now, as the ids with which it can be withdrawn. */
export type Creator = {
  readonly id: string;
  readonly opened: boolean;
  readonly closed: boolean;
  readonly services: readonly string[];
  readonly locations: readonly string[];
  readonly packages: readonly string[];
  readonly cancellationPolicy: string;
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
    cancellationPolicy: 'standard',
  },

  decide: {
    describe(state, { facts, by }) {
      requireOwnProfile(facts.creatorId, by);
      requireOpen(state);
      return descriptionEvents(state, facts);
    },

    // Completing onboarding again replaces everything offered before. Replaced packages are withdrawn, not deleted, because
    // bookings may refer to them.
    completeOnboarding(state, { facts: { service, location, packages, ...description }, by }) {
      const { creatorId } = description;
      requireOwnProfile(creatorId, by);
      requireOpen(state);
      if (packages.length === 0) refuse('package-missing', 'Please add at least one package');
      return [
        ...descriptionEvents(state, description),
        ...withdrawalEvents(state, service.serviceType),
        { type: 'ServiceOffered', data: { creatorId, ...service } },
        { type: 'LocationAdded', data: { creatorId, ...location, isPrimary: true } },
        ...packages.map((offer) => ({ type: 'PackageOffered', data: { creatorId, ...offer } }) as const),
        { type: 'OnboardingCompleted', data: { creatorId } },
      ];
    },

    chooseCancellationPolicy(state, { facts, by }) {
      requireOwnProfile(facts.creatorId, by);
      requireOpen(state);
      if (facts.cancellationPolicy === state.cancellationPolicy) return [];
      return [...openingEvents(state, facts.creatorId), { type: 'CancellationPolicyChosen', data: facts }];
    },

    close(state, { by }) {
      if (by.kind !== 'worker' && by.kind !== 'system')
        refuse('profile-not-allowed', 'This change is made automatically');
      if (!state.opened || state.closed) return [];
      return [...withdrawalEvents(state), { type: 'ProfileClosed', data: { creatorId: state.id } }];
    },
  },

  evolve: {
    ProfileOpened: (state, { creatorId }) => ({ ...state, id: creatorId, opened: true }),
    ProfileDescribed: (state) => state,
    ServiceOffered: (state, { serviceType }) => ({ ...state, services: including(state.services, serviceType) }),
    ServiceWithdrawn: (state, { serviceType }) => ({ ...state, services: without(state.services, serviceType) }),
    LocationAdded: (state, { locationId }) => ({ ...state, locations: including(state.locations, locationId) }),
    LocationRemoved: (state, { locationId }) => ({ ...state, locations: without(state.locations, locationId) }),
    PackageOffered: (state, { packageId }) => ({ ...state, packages: including(state.packages, packageId) }),
    PackageWithdrawn: (state, { packageId }) => ({ ...state, packages: without(state.packages, packageId) }),
    OnboardingCompleted: (state) => state,
    CancellationPolicyChosen: (state, { cancellationPolicy }) => ({ ...state, cancellationPolicy }),
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

/** Withdraws everything that was offered, except the service `kept`, which is offered again. */
const withdrawalEvents = ({ services, locations, packages }: Creator, kept = ''): Events => [
  ...without(services, kept).map((serviceType) => ({ type: 'ServiceWithdrawn', data: { serviceType } }) as const),
  ...locations.map((locationId) => ({ type: 'LocationRemoved', data: { locationId } }) as const),
  ...packages.map((packageId) => ({ type: 'PackageWithdrawn', data: { packageId } }) as const),
];

const without = (names: readonly string[], name: string): readonly string[] => names.filter((other) => other !== name);
const including = (names: readonly string[], name: string): readonly string[] => [...without(names, name), name];

/** Whether this role has a profile and offers services. */
export const offersServices = (role: string): boolean => role === 'creator' || role === 'vendor';

function requireOpen({ closed }: Creator): void {
  if (closed) refuse('profile-closed', 'This profile is closed');
}

function requireOwnProfile(creatorId: string, by: Actor): void {
  if (by.id !== creatorId) refuse('profile-not-yours', 'This profile belongs to another user');
  if (by.kind !== 'user' || !offersServices(by.role))
    refuse('profile-not-allowed', 'Only creators and vendors have a profile');
}
