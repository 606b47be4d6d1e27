import type { CreatorEvents } from './creator.ts';

/** What other modules may hear. Changing one of these is changing a promise. */
export type CatalogPublished = Pick<CreatorEvents, 'OnboardingCompleted'>;

export { CompleteOnboarding } from './catalog.commands.ts';
export { CatalogModule } from './catalog.module.ts';
export { CatalogQueries } from './catalog.queries.ts';
