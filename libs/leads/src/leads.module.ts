import { MikroOrmModule } from '@mikro-orm/nestjs';
import { Module } from '@nestjs/common';
import { IdentityModule } from '#identity';
import { PaymentsModule } from '#payments';
import { EventStore } from '#platform/event-store';
import { Projector } from '#platform/projections';
import { Reactor } from '#platform/reactions';
import { lead } from './lead.ts';
import { leadsHandlers } from './leads.commands.ts';
import { LeadsController, LeadsFunctionsController } from './leads.controller.ts';
import { leadPurchases, leads } from './leads.projection.ts';
import { LeadsQueries } from './leads.queries.ts';
import { LeadsReactions } from './leads.reactions.ts';
import { leadPurchaseRows, leadRows } from './leads.rows.ts';

@Module({
  imports: [IdentityModule, PaymentsModule, MikroOrmModule.forFeature([leadRows, leadPurchaseRows])],
  controllers: [LeadsController, LeadsFunctionsController],
  providers: [...leadsHandlers, LeadsQueries, LeadsReactions],
  exports: [LeadsQueries],
})
export class LeadsModule {
  constructor(store: EventStore, projector: Projector, reactor: Reactor, reactions: LeadsReactions) {
    store.register(lead);
    projector.add(leads, leadRows);
    projector.add(leadPurchases, leadPurchaseRows);
    reactor.add(reactions.recordPurchase);
    reactor.add(reactions.releasePlace);
    reactor.add(reactions.refundPurchase);
    reactor.add(reactions.withdrawLeads);
    reactor.add(reactions.withdrawLateLeads);
  }
}
