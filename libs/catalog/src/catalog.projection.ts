import { type Projection, searchable, streamId } from '#kernel';
import type {
  CreatorListingRow,
  CreatorLocationRow,
  CreatorPackageRow,
  CreatorProfileRow,
  CreatorServiceRow,
} from './catalog.rows.ts';
import { type CreatorEvents, creator } from './creator.ts';
import { ratingScore } from './rating.ts';

type ProfileEvents = Pick<
  CreatorEvents,
  | 'ProfileOpened'
  | 'ProfileDescribed'
  | 'PackagesArranged'
  | 'OnboardingCompleted'
  | 'CancellationPolicyChosen'
  | 'CreatorRated'
  | 'ProfileClosed'
>;
type ServiceEvents = Pick<CreatorEvents, 'ServiceOffered' | 'ServiceWithdrawn'>;
type LocationEvents = Pick<CreatorEvents, 'LocationAdded' | 'LocationRemoved'>;
type PackageEvents = Pick<CreatorEvents, 'PackageOffered' | 'PackageDrafted' | 'PackageWithdrawn'>;

export const creatorProfiles: Projection<ProfileEvents, CreatorProfileRow> = {
  table: 'creator_profiles',
  version: 3,
  key: ({ data }) => data.creatorId,
  insert: {
    ProfileOpened: ({ creatorId }) => ({
      id: creatorId,
      bio: null,
      websiteUrl: null,
      instagramHandle: null,
      cancellationPolicy: creator.initial.cancellationPolicy,
      packageOrder: [],
      listedAt: null,
      ratingCount: 0,
      ratingTotal: 0,
    }),
  },
  update: {
    ProfileDescribed: (row, { bio, websiteUrl, instagramHandle }) => ({ ...row, bio, websiteUrl, instagramHandle }),
    PackagesArranged: (row, { packageIds: packageOrder }) => ({ ...row, packageOrder }),
    OnboardingCompleted: (row, _, { at }) => ({ ...row, listedAt: row.listedAt ?? at }),
    CancellationPolicyChosen: (row, { cancellationPolicy }) => ({ ...row, cancellationPolicy }),
    CreatorRated: (row, { count, total }) => ({ ...row, ratingCount: count, ratingTotal: total }),
    ProfileClosed: (row) => ({ ...row, listedAt: null }),
  },
};

export const creatorServices: Projection<ServiceEvents, CreatorServiceRow> = {
  table: 'creator_services',
  version: 1,
  key: ({ stream, data }) => `${stream}/${data.serviceType}`,
  insert: {
    ServiceOffered: (service, { stream }) => ({ id: `${stream}/${service.serviceType}`, ...service }),
  },
  update: { ServiceWithdrawn: () => null },
};

const searchPlace = (city: string | null, region: string): string => searchable(`${city ?? ''}\n${region}`);

export const creatorLocations: Projection<LocationEvents, CreatorLocationRow> = {
  table: 'creator_locations',
  version: 1,
  key: ({ data }) => data.locationId,
  insert: {
    LocationAdded: ({ locationId, ...location }) => ({
      id: locationId,
      ...location,
      searchPlace: searchPlace(location.city, location.state),
    }),
  },
  update: { LocationRemoved: () => null },
};

export const creatorPackages: Projection<PackageEvents, CreatorPackageRow> = {
  table: 'creator_packages',
  version: 2,
  key: ({ data }) => data.packageId,
  insert: {
    PackageOffered: ({ packageId, ...offer }) => ({ id: packageId, ...offer, isActive: true, isDraft: false }),
    PackageDrafted: ({ packageId, ...draft }) => ({ id: packageId, ...draft, isActive: false, isDraft: true }),
  },
  // Bookings refer to packages that were offered, also after they were withdrawn.
  update: { PackageWithdrawn: (row) => (row.isDraft ? null : { ...row, isActive: false }) },
};

/** What the screens call a service, where that is not its stored name. */
const serviceNames: Readonly<Record<string, string>> = { dj: 'DJ/Music', design: 'Design/Decor' };

type Offers = CreatorListingRow['offers'];

/** The row with these offers, and what follows from them. */
const withOffers = (row: CreatorListingRow, offers: Offers): CreatorListingRow => {
  // The database may return the keys of an object in a different order.
  const ids = Object.keys(offers).sort((one, other) => (one < other ? -1 : 1));
  const each = ids.flatMap((id) => offers[id] ?? []);
  const prices = each.flatMap(({ price }) => price ?? []);
  return {
    ...row,
    offers,
    searchText: [...new Set(each.flatMap(({ text }) => text.split(/\s+/)))].join(' '),
    serviceTypes: ids.filter((id) => offers[id]?.years !== undefined),
    searchPlaces: each.flatMap(({ place }) => place ?? []).join('\n'),
    lowestPrice: prices.length > 0 ? Math.min(...prices) : null,
    yearsExperience: Math.max(0, ...each.flatMap(({ years }) => years ?? [])),
  };
};
/** Texts are null after the creator's erasure. */
const textOf = (...texts: readonly (string | null)[]): string =>
  searchable(texts.filter((text) => text !== null).join('\n'));
const withOffer = (row: CreatorListingRow, id: string, offer: Offers[string]): CreatorListingRow =>
  withOffers(row, { ...row.offers, [id]: offer });
const withoutOffer = (row: CreatorListingRow, id: string): CreatorListingRow => {
  const { [id]: _, ...offers } = row.offers;
  return withOffers(row, offers);
};

export const creatorListings: Projection<CreatorEvents, CreatorListingRow> = {
  table: 'creator_listings',
  version: 3,
  key: ({ stream }) => streamId(creator, stream),
  insert: {
    ProfileOpened: ({ creatorId }) => ({
      id: creatorId,
      listedAt: null,
      offers: {},
      searchText: '',
      serviceTypes: [],
      searchPlaces: '',
      lowestPrice: null,
      yearsExperience: 0,
      ratingScore: 0,
    }),
  },
  update: {
    ProfileDescribed: (row, { bio }) => withOffer(row, 'bio', { text: textOf(bio) }),
    ServiceOffered: (row, { serviceType, specialties, yearsExperience }) =>
      withOffer(row, serviceType, {
        text: textOf(serviceType, serviceNames[serviceType] ?? null, ...specialties),
        years: yearsExperience,
      }),
    ServiceWithdrawn: (row, { serviceType }) => withoutOffer(row, serviceType),
    LocationAdded: (row, { locationId, city, state }) =>
      withOffer(row, locationId, { text: textOf(city, state), place: searchPlace(city, state) }),
    LocationRemoved: (row, { locationId }) => withoutOffer(row, locationId),
    PackageOffered: (row, { packageId, name, description, price }) =>
      withOffer(row, packageId, { text: textOf(name, description), price }),
    PackageWithdrawn: (row, { packageId }) => withoutOffer(row, packageId),
    OnboardingCompleted: (row, _, { at }) => ({ ...row, listedAt: row.listedAt ?? at }),
    CreatorRated: (row, counted) => ({ ...row, ratingScore: ratingScore(counted) }),
    ProfileClosed: (row) => ({ ...row, listedAt: null }),
  },
};
