import { aggregate, refuse } from '#kernel';

/** How many leads a professional can view on one day. Later views are not counted. */
export const viewsPerDay = 1_000;

export type LeadViewsCommands = {
  /** `day` is YYYY-MM-DD. */
  view: { viewerId: string; day: string; leadIds: readonly string[] };
};

export type LeadViewsEvents = { LeadViewed: { leadId: string; viewerId: string; day: string } };

/** The leads that a professional viewed on one day: each counts once. */
export const leadViews = aggregate<LeadViewsCommands, LeadViewsEvents, readonly string[], 'lead-views'>({
  stream: 'lead-views',
  initial: [],
  decide: {
    view(viewed, { facts: { viewerId, day, leadIds }, by }) {
      if (by.kind !== 'user' || by.id !== viewerId || (by.role !== 'creator' && by.role !== 'vendor'))
        refuse('lead-views-not-allowed', 'Only views of creators and vendors are counted');
      const unseen = [...new Set(leadIds)].filter((leadId) => !viewed.includes(leadId));
      return unseen
        .slice(0, viewsPerDay - viewed.length)
        .map((leadId) => ({ type: 'LeadViewed', data: { leadId, viewerId, day } }) as const);
    },
  },
  evolve: { LeadViewed: (viewed, { leadId }) => [...viewed, leadId] },
});
