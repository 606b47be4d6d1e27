export { CompleteOnboarding } from './catalog.commands.ts';
export { CatalogModule } from './catalog.module.ts';
export { CatalogQueries } from './catalog.queries.ts';
