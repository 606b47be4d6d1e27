export { AddPortfolioPicture, ClearPortfolio, DescribePortfolioPicture } from './portfolio.commands.ts';
export { portfolioParts } from './portfolio.parts.ts';
export { PortfolioQueries } from './portfolio.queries.ts';
export { portfolio } from './portfolio.ts';
export { PortfolioUploads } from './portfolio.uploads.ts';
