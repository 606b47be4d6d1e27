import { MikroOrmModule } from '@mikro-orm/nestjs';
import { Module } from '@nestjs/common';
import { IdentityModule } from '#identity';
import { EventStore } from '#platform/event-store';
import { Projector } from '#platform/projections';
import { Reactor } from '#platform/reactions';
import { catalogHandlers } from './catalog.commands.ts';
import { CreatorsController, ProfileController } from './catalog.controller.ts';
import { creatorLocations, creatorPackages, creatorProfiles, creatorServices } from './catalog.projection.ts';
import { CatalogQueries } from './catalog.queries.ts';
import { CatalogReactions } from './catalog.reactions.ts';
import { creatorLocationRows, creatorPackageRows, creatorProfileRows, creatorServiceRows } from './catalog.rows.ts';
import { CatalogSearch } from './catalog.search.ts';
import { creator } from './creator.ts';

@Module({
  imports: [
    IdentityModule,
    MikroOrmModule.forFeature([creatorProfileRows, creatorServiceRows, creatorLocationRows, creatorPackageRows]),
  ],
  controllers: [CreatorsController, ProfileController],
  providers: [...catalogHandlers, CatalogQueries, CatalogSearch, CatalogReactions],
  exports: [CatalogQueries],
})
export class CatalogModule {
  constructor(store: EventStore, projector: Projector, reactor: Reactor, reactions: CatalogReactions) {
    store.register(creator);
    projector.add(creatorProfiles, creatorProfileRows);
    projector.add(creatorServices, creatorServiceRows);
    projector.add(creatorLocations, creatorLocationRows);
    projector.add(creatorPackages, creatorPackageRows);
    reactor.add(reactions.closeProfile);
    reactor.add(reactions.closeLateProfile);
  }
}
