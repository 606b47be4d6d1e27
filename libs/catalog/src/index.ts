import type { CreatorDayEvents } from './availability/index.ts';

/** The published events, which other modules may react to. Changes must stay compatible. */
export type CatalogPublished = Pick<CreatorDayEvents, 'CreatorDayReserved'>;

export { ChangeAvailability, ReleaseCreatorDay, ReserveCreatorDay } from './availability/index.ts';
export { ChooseCancellationPolicy, CompleteOnboarding } from './catalog.commands.ts';
export { catalogModule } from './catalog.module.ts';
export { CatalogQueries } from './catalog.queries.ts';
export { AddPortfolioPicture, DescribePortfolioPicture } from './portfolio/index.ts';
