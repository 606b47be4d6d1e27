import type { LeadEvents } from './lead.ts';

/** What other modules may hear. Changing one of these is changing a promise. */
export type LeadsPublished = Pick<LeadEvents, 'LeadPurchased' | 'LeadBooked' | 'LeadWithdrawn'>;

export { MarkLeadBooked, PostLead } from './leads.commands.ts';
export { LeadsModule } from './leads.module.ts';
export { LeadsQueries } from './leads.queries.ts';
