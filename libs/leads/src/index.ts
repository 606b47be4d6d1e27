export { MarkLeadBooked, PostLead } from './leads.commands.ts';
export { LeadsModule } from './leads.module.ts';
export { LeadsQueries } from './leads.queries.ts';
