import { aggregate, refuse } from '#kernel';

export type LeadScoresCommands = {
  /** The scores of a lead were computed. `professionals` is how many have one. */
  record: { leadId: string; professionals: number };
};

export type LeadScoresEvents = {
  LeadScored: { leadId: string; professionals: number };
};

/** Records when a lead was scored; the scores themselves are not in the log, because they can be computed again at any time. */
export const leadScores = aggregate<LeadScoresCommands, LeadScoresEvents, { readonly leadId: string }, 'lead-scores'>({
  stream: 'lead-scores',
  initial: { leadId: '' },
  decide: {
    record(_, { facts, by }) {
      if (by.kind === 'user') refuse('lead-scores-not-allowed', 'Leads are scored automatically');
      return facts.professionals === 0 ? [] : [{ type: 'LeadScored', data: facts }];
    },
  },
  evolve: { LeadScored: (_, { leadId }) => ({ leadId }) },
});
