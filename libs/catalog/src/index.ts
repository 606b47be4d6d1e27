import type { AvailabilityEvents, CreatorDayEvents } from './availability/index.ts';
import type { CreatorEvents } from './creator.ts';

/** The published events, which other modules may react to. Changes must stay compatible. */
export type CatalogPublished = CreatorDayEvents &
  Pick<CreatorEvents, 'ProfileDescribed' | 'OffersChanged' | 'OnboardingCompleted' | 'ProfileClosed'> &
  Pick<
    AvailabilityEvents,
    'AvailabilityChanged' | 'DaysBlocked' | 'DaysUnblocked' | 'CalendarChecked' | 'CalendarUnsubscribed'
  >;

export { ChangeAvailability, ReleaseCreatorDay, ReserveCreatorDays } from './availability/index.ts';
export { ChooseCancellationPolicy, CompleteOnboarding, RateCreator } from './catalog.commands.ts';
export { catalogModule } from './catalog.module.ts';
export { CatalogQueries } from './catalog.queries.ts';
export { CatalogSearch } from './catalog.search.ts';
export { type Offer, OffersQueries } from './offers.queries.ts';
export { AddPortfolioPicture, DescribePortfolioPicture } from './portfolio/index.ts';
export { regionsNamed } from './regions.search.ts';
