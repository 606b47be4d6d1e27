import { catalogModule } from '#catalog';
import { identityModule } from '#identity';
import { notificationsModule } from '#notifications';
import { paymentsModule } from '#payments';
import { plansModule } from '#plans';
import { Site } from '#platform/http';
import { defineModule } from '#platform/module';
import { allPages } from '#platform/reads';
import * as contract from './contract.ts';
import { digestsParts } from './digests/index.ts';
import { lead } from './lead.ts';
import { LeadNotifications } from './lead-notifications.reactions.ts';
import { LeadReceipts } from './lead-receipts.queries.ts';
import { LeadRowsQueries } from './lead-rows.queries.ts';
import { leadViews } from './lead-views.ts';
import { access } from './leads.access.ts';
import * as commands from './leads.commands.ts';
import {
  LeadsController,
  LeadsFunctionsController,
  PublicLeadsController,
  StaffLeadsController,
} from './leads.controller.ts';
import { leadCheckouts, leadPurchases, leadRefundRequests, leads, leadViewCounts } from './leads.projection.ts';
import { LeadsQueries } from './leads.queries.ts';
import { LeadsReactions } from './leads.reactions.ts';
import {
  leadCheckoutRows,
  leadPurchaseRows,
  leadRefundRequestRows,
  leadRows,
  leadViewCountRows,
} from './leads.rows.ts';
import { MatchScores } from './matching/index.ts';
import { leadScores, scoringParts } from './scoring/index.ts';

const maxDashboardLeads = 3;
/** The events that change which leads professionals see. */
const publicChanges: ReadonlySet<string> = new Set([
  'LeadPosted',
  'LeadChanged',
  'LeadWithdrawn',
  'LeadBooked',
  'LeadClosed',
  'LeadReopened',
  'LeadHeld',
  'LeadReleased',
  'LeadRemoved',
]);

export const leadsModule = defineModule({
  name: 'leads',
  imports: [identityModule, notificationsModule, catalogModule, paymentsModule, plansModule],
  submodules: [scoringParts, digestsParts],
  aggregates: [lead, leadViews],
  projections: [
    [leads, leadRows],
    [leadPurchases, leadPurchaseRows],
    [leadViewCounts, leadViewCountRows],
    [leadCheckouts, leadCheckoutRows],
    [leadRefundRequests, leadRefundRequestRows],
  ],
  commands: [commands],
  queries: LeadsQueries,
  exports: [LeadReceipts],
  providers: [MatchScores, LeadRowsQueries, LeadReceipts, Site],
  contract,
  controllers: [LeadsController, PublicLeadsController, StaffLeadsController, LeadsFunctionsController],
  reactions: [LeadsReactions, LeadNotifications],
  subscribers: [
    {
      aggregate: lead,
      topic: 'leads',
      audience: async ({ stream, type, data }, queries) => {
        const owner = (await queries.byIds([stream])).get(stream)?.clientId;
        const buyer = 'buyerId' in data ? String(data.buyerId) : undefined;
        const people = [owner, buyer].filter((id) => id !== undefined);
        return { people, professionals: publicChanges.has(type) };
      },
    },
    // The lists of professionals are sorted by the scores.
    {
      aggregate: leadScores,
      topic: 'leads',
      audience: ({ data }) =>
        'creatorId' in data ? { people: [String(data.creatorId)] } : { people: [], professionals: true },
    },
  ],
  personalData: {
    export: {
      leads: (_, queries) => allPages((page) => queries.mine(page)),
      purchasedLeads: (_, queries) => queries.ownPurchases(),
    },
    erasure: {
      command: (personId) => new commands.AbandonLeads(personId),
      readTables: ['leads'],
      remaining: (personId, queries) => queries.notWithdrawnOf(personId),
    },
  },
  account: { requireRoleChangeable: (userId, queries) => queries.requireNoOpenLeads(userId) },
  dashboard: {
    client: {
      schema: contract.clientLeads,
      read: async (userId, queries): Promise<contract.ClientLeads> => {
        const [postedLeads, yourLeads] = await Promise.all([
          queries.countOf(userId),
          queries.newestOf(userId, maxDashboardLeads),
        ]);
        return { postedLeads, yourLeads };
      },
    },
    professional: {
      schema: contract.professionalLeads,
      read: async (userId, queries): Promise<contract.ProfessionalLeads> => {
        const [leadPurchases, newLeads] = await Promise.all([
          queries.countPurchases(userId),
          queries.newestMatching(maxDashboardLeads),
        ]);
        return { leadPurchases, newLeads };
      },
    },
  },
  access,
  auditTitles: {
    LeadPosted: 'Lead posted',
    LeadChanged: 'Lead changed',
    LeadWithdrawn: 'Lead withdrawn',
    LeadPlaceReserved: 'Place reserved for a buyer',
    LeadCheckoutOpened: 'Checkout opened for a place',
    LeadPlaceReleased: 'Place released',
    LeadPurchased: 'Lead unlocked',
    LeadRefundDue: 'Payment for a lead to be refunded',
    LeadClosed: 'Lead closed',
    LeadBooked: 'Lead booked',
    LeadBookingCancelled: 'Booking made from a lead cancelled',
    LeadReopened: 'Lead opened again',
    LeadHeld: 'Lead held by staff',
    LeadReleased: 'Lead released by staff',
    LeadRemoved: 'Lead removed by staff',
    LeadPurchaseCancelled: 'Purchase of a lead cancelled',
    LeadRefundRequested: 'Refund of a lead requested',
    LeadRefundApproved: 'Refund of a lead approved',
    LeadRefundDeclined: 'Refund of a lead declined',
    LeadClientReplied: 'Client wrote to a buyer of the lead',
    LeadViewed: 'Lead viewed',
    LeadScored: 'Match scores of a lead computed',
    ProfessionalScored: 'Match scores of a professional computed',
    MatchDigestSent: 'Digest of leads that fit very well sent to a professional',
  },
});
