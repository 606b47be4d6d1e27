import type { SubmoduleParts } from '#platform/module';
import * as commands from './portfolio.commands.ts';
import { PortfolioController } from './portfolio.controller.ts';
import { portfolios } from './portfolio.projection.ts';
import { PortfolioQueries } from './portfolio.queries.ts';
import { PortfolioReactions } from './portfolio.reactions.ts';
import { portfolioRows } from './portfolio.rows.ts';
import { portfolio } from './portfolio.ts';

/** The pictures with which professionals show their work. */
export const portfolioParts = {
  aggregates: [portfolio],
  projections: [[portfolios, portfolioRows]],
  commands: [commands],
  controllers: [PortfolioController],
  providers: [PortfolioQueries],
  reactions: [PortfolioReactions],
} satisfies SubmoduleParts;
