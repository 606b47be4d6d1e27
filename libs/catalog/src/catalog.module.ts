import { identityModule } from '#identity';
import { streamId } from '#kernel';
import { plansModule } from '#plans';
import { ImagesModule } from '#platform/images';
import { defineModule } from '#platform/module';
import { StorageModule } from '#platform/storage';
import { availability, availabilityParts, creatorDay, creatorIdOf } from './availability/index.ts';
import { access } from './catalog.access.ts';
import * as commands from './catalog.commands.ts';
import { CreatorsController, ProfileController } from './catalog.controller.ts';
import {
  creatorListings,
  creatorLocations,
  creatorPackages,
  creatorProfiles,
  creatorServices,
} from './catalog.projection.ts';
import { CatalogQueries } from './catalog.queries.ts';
import {
  creatorListingRows,
  creatorLocationRows,
  creatorPackageRows,
  creatorProfileRows,
  creatorServiceRows,
} from './catalog.rows.ts';
import { CatalogSearch } from './catalog.search.ts';
import * as contract from './contract.ts';
import { creator, offersServices } from './creator.ts';
import { dummiesParts } from './dummies/index.ts';
import { OffersQueries } from './offers.queries.ts';
import { PortfolioUploads, portfolio, portfolioParts } from './portfolio/index.ts';

export const catalogModule = defineModule({
  name: 'catalog',
  imports: [identityModule, plansModule, StorageModule, ImagesModule],
  submodules: [portfolioParts, availabilityParts, dummiesParts],
  aggregates: [creator],
  projections: [
    [creatorProfiles, creatorProfileRows],
    [creatorServices, creatorServiceRows],
    [creatorLocations, creatorLocationRows],
    [creatorPackages, creatorPackageRows],
    [creatorListings, creatorListingRows],
  ],
  commands: [commands],
  queries: CatalogQueries,
  providers: [CatalogSearch],
  exports: [OffersQueries, CatalogSearch],
  contract,
  controllers: [CreatorsController, ProfileController],
  subscribers: [
    { aggregate: creator, topic: 'catalog', audience: ({ stream }) => ({ people: [streamId(creator, stream)] }) },
    {
      aggregate: availability,
      topic: 'catalog',
      audience: ({ stream }) => ({ people: [streamId(availability, stream)] }),
    },
    // Calendars and booking forms show whether a day is free. The message has no date, because the day may
    // still be free.
    {
      aggregate: creatorDay,
      topic: 'availability',
      audience: ({ stream }) => ({ people: [], everyone: true, id: creatorIdOf(stream) }),
    },
    { aggregate: portfolio, topic: 'catalog', audience: ({ stream }) => ({ people: [streamId(portfolio, stream)] }) },
  ],
  uploads: [PortfolioUploads],
  personalData: {
    export: {
      profile: async ({ userId, role }, queries) => (offersServices(role) ? queries.own(userId) : null),
      portfolio: async ({ userId, role }, queries) => (offersServices(role) ? queries.ownPortfolio(userId) : null),
      availability: async ({ userId, role }, queries) =>
        offersServices(role) ? queries.ownAvailability(userId) : null,
    },
    erasure: {
      command: (personId) => new commands.CloseProfile(personId),
      readTables: ['creator_profiles', 'portfolios', 'availabilities'],
      remaining: (personId, queries) => queries.openStreams(personId),
    },
  },
  account: {
    facts: async (userId, queries) => ({ onboardingCompleted: await queries.hasCompletedOnboarding(userId) }),
    requireRoleChangeable: (userId, queries) => queries.requireNoProfile(userId),
  },
  dashboard: {
    professional: {
      schema: contract.dashboardProfile,
      read: async (userId, queries): Promise<contract.DashboardProfile> => ({
        missingFromProfile: contract.missingParts(await queries.byId(userId)),
      }),
    },
  },
  access,
  secretPaths: ['/api/v1/calendars/'],
  auditTitles: {
    ProfileOpened: 'Profile created',
    ProfileDescribed: 'Profile text changed',
    ServiceOffered: 'Service offered',
    ServiceWithdrawn: 'Service withdrawn',
    LocationAdded: 'Location added',
    LocationRemoved: 'Location removed',
    PackageOffered: 'Package offered',
    PackageDrafted: 'Draft of a package saved',
    PackageWithdrawn: 'Package withdrawn',
    PackagesArranged: 'Packages put in order',
    OffersChanged: 'Service, location or packages changed',
    OnboardingCompleted: 'Onboarding completed',
    CancellationPolicyChosen: 'Cancellation policy chosen',
    CreatorRated: 'Rating updated',
    ProfileClosed: 'Profile closed',
    PortfolioOpened: 'Portfolio created',
    PortfolioPictureAdded: 'Photo added to the portfolio',
    PortfolioPicturePublished: 'Photo of the portfolio published',
    PortfolioPictureRefused: 'File for the portfolio refused',
    PortfolioPictureDescribed: 'Text of a portfolio photo changed',
    PortfolioOrdered: 'Portfolio reordered',
    PortfolioPictureRemoved: 'Photo removed from the portfolio',
    PortfolioCleared: 'Portfolio removed',
    AvailabilityOpened: 'Availability created',
    AvailabilityChanged: 'Availability changed',
    DaysBlocked: 'Days blocked',
    DaysUnblocked: 'Days unblocked',
    AvailabilityCleared: 'Availability removed',
    CalendarFeedRotated: 'New address for the feed of bookings',
    CalendarSubscribed: 'Subscribed to another calendar',
    CalendarUnsubscribed: 'Other calendar removed',
    CalendarChecked: 'Other calendar read',
    CreatorDayReserved: 'Day reserved',
    CreatorDayReleased: 'Day released',
    DummyVendorMarked: 'Account marked as dummy data',
    DummyVendorDeleted: 'Dummy account deleted',
  },
});
