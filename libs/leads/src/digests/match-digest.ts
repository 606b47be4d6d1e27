import { aggregate, instantAfter, refuse } from '#kernel';

/** The minimum time between two digests, in milliseconds. */
const digestPause = 86_400_000;
/**
 * How many leads are kept as mentioned, the latest ones. Digests contain only leads of the last 7 days, at most 50 each
 * day, so older ones do not return.
 */
const maxMentioned = 400;

/** A lead that fits a professional very well. */
export type BestMatch = { readonly leadId: string; readonly score: number };

export type MatchDigestCommands = {
  /** `matches` are the recent open leads that fit best, the best first. */
  send: { personId: string; matches: readonly BestMatch[] };
};

export type MatchDigestEvents = {
  /** The next digest follows at `nextFrom` at the earliest. */
  MatchDigestSent: { personId: string; leadIds: readonly string[]; bestScore: number; nextFrom: string };
};

type State = { readonly nextFrom: string; readonly mentioned: readonly string[] };

/** Whether the pause after the last digest is over. `at` is an ISO time. */
export const isDue = ({ nextFrom }: State, at: string): boolean => at >= nextFrom;

/** The digests of one professional. Each lead is in one digest only, and at most one digest is sent a day. */
export const matchDigest = aggregate<MatchDigestCommands, MatchDigestEvents, State, 'match-digest'>({
  stream: 'match-digest',
  initial: { nextFrom: '', mentioned: [] },
  decide: {
    send(state, { facts: { personId, matches }, by, at }) {
      if (by.kind === 'user') refuse('match-digest-not-allowed', 'Digests are sent automatically');
      // Leads that are left out now are included in the next digest, after the pause.
      if (!isDue(state, at)) return [];
      const fresh = matches.filter(({ leadId }) => !state.mentioned.includes(leadId));
      const [best] = fresh;
      if (!best) return [];
      const leadIds = fresh.map(({ leadId }) => leadId);
      const data = { personId, leadIds, bestScore: best.score, nextFrom: instantAfter(at, digestPause) };
      return [{ type: 'MatchDigestSent', data }];
    },
  },
  evolve: {
    MatchDigestSent: ({ mentioned }, { leadIds, nextFrom }) => ({
      nextFrom,
      mentioned: [...mentioned, ...leadIds].slice(-maxMentioned),
    }),
  },
});
