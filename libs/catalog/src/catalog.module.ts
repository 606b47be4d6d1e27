import { identityModule } from '#identity';
import { streamId } from '#kernel';
import { defineModule } from '#platform/module';
import { StorageModule } from '#platform/storage';
import { access } from './catalog.access.ts';
import * as commands from './catalog.commands.ts';
import { CreatorsController, ProfileController } from './catalog.controller.ts';
import { creatorLocations, creatorPackages, creatorProfiles, creatorServices } from './catalog.projection.ts';
import { CatalogQueries } from './catalog.queries.ts';
import { creatorLocationRows, creatorPackageRows, creatorProfileRows, creatorServiceRows } from './catalog.rows.ts';
import { CatalogSearch } from './catalog.search.ts';
import * as contract from './contract.ts';
import { creator, offersServices } from './creator.ts';

export const catalogModule = defineModule({
  name: 'catalog',
  imports: [identityModule, StorageModule],
  aggregates: [creator],
  projections: [
    [creatorProfiles, creatorProfileRows],
    [creatorServices, creatorServiceRows],
    [creatorLocations, creatorLocationRows],
    [creatorPackages, creatorPackageRows],
  ],
  commands: [commands],
  queries: CatalogQueries,
  providers: [CatalogSearch],
  contract,
  controllers: [CreatorsController, ProfileController],
  subscribers: [
    { aggregate: creator, topic: 'catalog', audience: ({ stream }) => ({ people: [streamId(creator, stream)] }) },
  ],
  personalData: {
    export: {
      profile: async ({ userId, role }, queries) => (offersServices(role) ? queries.byId(userId) : null),
    },
    erasure: {
      command: (personId) => new commands.CloseProfile(personId),
      readTable: 'creator_profiles',
      remaining: async (personId, queries) =>
        (await queries.hasCompletedOnboarding(personId)) ? [`creator-${personId}`] : [],
    },
  },
  account: {
    facts: async (userId, queries) => ({ onboardingCompleted: await queries.hasCompletedOnboarding(userId) }),
  },
  access,
  auditTitles: {
    ProfileOpened: 'Profile created',
    ProfileDescribed: 'Profile text changed',
    ServiceOffered: 'Service offered',
    ServiceWithdrawn: 'Service withdrawn',
    LocationAdded: 'Location added',
    LocationRemoved: 'Location removed',
    PackageOffered: 'Package offered',
    PackageWithdrawn: 'Package withdrawn',
    OnboardingCompleted: 'Onboarding completed',
    ProfileClosed: 'Profile closed',
  },
});
