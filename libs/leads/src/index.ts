export { LeadReceipts } from './lead-receipts.queries.ts';
export {
  MarkLeadBooked,
  PostLead,
  RecordLeadReply,
  ReopenLead,
  RequestLeadPayment,
  ViewLeads,
} from './leads.commands.ts';
export { leadsModule } from './leads.module.ts';
export { LeadsQueries } from './leads.queries.ts';
export { gazetteer, milesBetween, specialtyFor } from './matching/index.ts';
