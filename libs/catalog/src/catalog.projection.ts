import type { Projection } from '#kernel';
import type { CreatorLocationRow, CreatorPackageRow, CreatorProfileRow, CreatorServiceRow } from './catalog.rows.ts';
import { type CreatorEvents, creator } from './creator.ts';

type Profiles = Pick<
  CreatorEvents,
  'ProfileOpened' | 'ProfileDescribed' | 'OnboardingCompleted' | 'CancellationPolicyChosen' | 'ProfileClosed'
>;
type Services = Pick<CreatorEvents, 'ServiceOffered' | 'ServiceWithdrawn'>;
type Locations = Pick<CreatorEvents, 'LocationAdded' | 'LocationRemoved'>;
type Packages = Pick<CreatorEvents, 'PackageOffered' | 'PackageWithdrawn'>;

export const creatorProfiles: Projection<Profiles, CreatorProfileRow> = {
  table: 'creator_profiles',
  version: 1,
  key: ({ data }) => data.creatorId,
  insert: {
    ProfileOpened: ({ creatorId }) => ({
      id: creatorId,
      bio: null,
      websiteUrl: null,
      instagramHandle: null,
      cancellationPolicy: creator.initial.cancellationPolicy,
      listedAt: null,
    }),
  },
  update: {
    ProfileDescribed: (row, { bio, websiteUrl, instagramHandle }) => ({ ...row, bio, websiteUrl, instagramHandle }),
    OnboardingCompleted: (row, _, { at }) => ({ ...row, listedAt: row.listedAt ?? at }),
    CancellationPolicyChosen: (row, { cancellationPolicy }) => ({ ...row, cancellationPolicy }),
    ProfileClosed: (row) => ({ ...row, listedAt: null }),
  },
};

export const creatorServices: Projection<Services, CreatorServiceRow> = {
  table: 'creator_services',
  version: 1,
  key: ({ stream, data }) => `${stream}/${data.serviceType}`,
  insert: {
    ServiceOffered: (service, { stream }) => ({ id: `${stream}/${service.serviceType}`, ...service }),
  },
  update: { ServiceWithdrawn: () => null },
};

export const creatorLocations: Projection<Locations, CreatorLocationRow> = {
  table: 'creator_locations',
  version: 1,
  key: ({ data }) => data.locationId,
  insert: { LocationAdded: ({ locationId, ...location }) => ({ id: locationId, ...location }) },
  update: { LocationRemoved: () => null },
};

export const creatorPackages: Projection<Packages, CreatorPackageRow> = {
  table: 'creator_packages',
  version: 1,
  key: ({ data }) => data.packageId,
  insert: { PackageOffered: ({ packageId, ...offer }) => ({ id: packageId, ...offer, isActive: true }) },
  update: { PackageWithdrawn: (row) => ({ ...row, isActive: false }) },
};
