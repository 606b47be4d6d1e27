export { CompleteOnboarding } from './catalog.commands.ts';
export { catalogModule } from './catalog.module.ts';
export { CatalogQueries } from './catalog.queries.ts';
export { AddPortfolioPicture, DescribePortfolioPicture } from './portfolio/index.ts';
