import { type Actor, aggregate, type Cents, type Message, type Nothing, type PersonalData, refuse } from '#kernel';

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
  /** Its creator is a member no more. */
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
  /** Nobody finds it any more; bookings keep what they were made of. */
  ProfileClosed: { creatorId: string };
};

const personalData: PersonalData<CreatorEvents> = {
  ProfileDescribed: { of: 'creatorId', fields: ['bio', 'websiteUrl', 'instagramHandle'] },
  LocationAdded: { of: 'creatorId', fields: ['city'] },
  PackageOffered: { of: 'creatorId', fields: ['name', 'description', 'deliverables'] },
};

/** What is on offer now, by the names that withdraw it again. */
export type Creator = {
  readonly id: string;
  readonly opened: boolean;
  readonly closed: boolean;
  readonly services: readonly string[];
  readonly locations: readonly string[];
  readonly packages: readonly string[];
};

export const creator = aggregate<CreatorCommands, CreatorEvents, Creator, 'creator'>({
  stream: 'creator',
  personalData,
  initial: { id: '', opened: false, closed: false, services: [], locations: [], packages: [] },

  decide: {
    describe(state, { facts, by }) {
      onlyOneself(facts.creatorId, by);
      onlyOpen(state);
      return described(state, facts);
    },

    // Done a second time, it takes the place of what was on offer; packages that were booked stay known, withdrawn.
    completeOnboarding(state, { facts: { service, location, packages, ...description }, by }) {
      const { creatorId } = description;
      onlyOneself(creatorId, by);
      onlyOpen(state);
      if (packages.length === 0) refuse('package-missing', 'Please add at least one package');
      return [
        ...described(state, description),
        ...withdrawn(state, service.serviceType),
        { type: 'ServiceOffered', data: { creatorId, ...service } },
        { type: 'LocationAdded', data: { creatorId, ...location, isPrimary: true } },
        ...packages.map((offer) => ({ type: 'PackageOffered', data: { creatorId, ...offer } }) as const),
        { type: 'OnboardingCompleted', data: { creatorId } },
      ];
    },

    close(state, { by }) {
      if (by.kind !== 'worker' && by.kind !== 'system') refuse('profile-not-allowed', 'This follows by itself');
      if (!state.opened || state.closed) return [];
      return [...withdrawn(state), { type: 'ProfileClosed', data: { creatorId: state.id } }];
    },
  },

  evolve: {
    ProfileOpened: (state, { creatorId }) => ({ ...state, id: creatorId, opened: true }),
    ProfileDescribed: (state) => state,
    ServiceOffered: (state, { serviceType }) => ({ ...state, services: plus(state.services, serviceType) }),
    ServiceWithdrawn: (state, { serviceType }) => ({ ...state, services: minus(state.services, serviceType) }),
    LocationAdded: (state, { locationId }) => ({ ...state, locations: plus(state.locations, locationId) }),
    LocationRemoved: (state, { locationId }) => ({ ...state, locations: minus(state.locations, locationId) }),
    PackageOffered: (state, { packageId }) => ({ ...state, packages: plus(state.packages, packageId) }),
    PackageWithdrawn: (state, { packageId }) => ({ ...state, packages: minus(state.packages, packageId) }),
    OnboardingCompleted: (state) => state,
    ProfileClosed: (state) => ({ ...state, closed: true }),
  },
});

type Events = readonly Message<CreatorEvents>[];

const described = ({ opened }: Creator, data: Description): Events => [
  ...(opened ? [] : [{ type: 'ProfileOpened', data: { creatorId: data.creatorId } } as const]),
  { type: 'ProfileDescribed', data },
];

/** What was on offer, but for a service that goes on. */
const withdrawn = ({ services, locations, packages }: Creator, kept = ''): Events => [
  ...minus(services, kept).map((serviceType) => ({ type: 'ServiceWithdrawn', data: { serviceType } }) as const),
  ...locations.map((locationId) => ({ type: 'LocationRemoved', data: { locationId } }) as const),
  ...packages.map((packageId) => ({ type: 'PackageWithdrawn', data: { packageId } }) as const),
];

const minus = (names: readonly string[], name: string): readonly string[] => names.filter((other) => other !== name);
const plus = (names: readonly string[], name: string): readonly string[] => [...minus(names, name), name];

/** Whether this role has a profile and offers services. */
export const offersServices = (role: string): boolean => role === 'creator' || role === 'vendor';

function onlyOpen({ closed }: Creator): void {
  if (closed) refuse('profile-closed', 'This profile is closed');
}

function onlyOneself(creatorId: string, by: Actor): void {
  if (by.id !== creatorId) refuse('profile-not-yours', 'This is the profile of someone else');
  if (by.kind !== 'user' || !offersServices(by.role))
    refuse('profile-not-allowed', 'Only creators and vendors have a profile');
}
