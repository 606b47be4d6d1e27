import { type Actor, aggregate, refuse } from '#kernel';

export type LeadScoresCommands = {
  /** The scores of a lead were computed. `professionals` is how many have one. */
  record: { leadId: string; professionals: number };
  /** The scores of all leads for a professional were computed. */
  recordProfessional: { creatorId: string };
};

export type LeadScoresEvents = {
  LeadScored: { leadId: string; professionals: number };
  ProfessionalScored: { creatorId: string };
};

/**
 * Records when a lead or a professional was scored, in a stream named after it; the scores themselves are not in the
 * log, because they can be computed again at any time.
 */
export const leadScores = aggregate<
  LeadScoresCommands,
  LeadScoresEvents,
  Readonly<Record<never, never>>,
  'lead-scores'
>({
  stream: 'lead-scores',
  initial: {},
  decide: {
    record(_, { facts, by }) {
      requireAutomatic(by);
      return facts.professionals === 0 ? [] : [{ type: 'LeadScored', data: facts }];
    },
    recordProfessional(_, { facts, by }) {
      requireAutomatic(by);
      return [{ type: 'ProfessionalScored', data: facts }];
    },
  },
  evolve: { LeadScored: (state) => state, ProfessionalScored: (state) => state },
});

const requireAutomatic = ({ kind }: Actor): void => {
  if (kind === 'user') refuse('lead-scores-not-allowed', 'Leads are scored automatically');
};
