import { expect, test } from '@jest/globals';
import { recorded } from '#kernel/testing';
import { LeadMatchesReactions } from './lead-matches.reactions.ts';

/**
 * The reactions with read tables of which some are behind. `scored` lists the leads and professionals that were scored.
 */
const reactionsWith = (...behind: string[]) => {
  const scored: string[] = [];
  const requireCaughtUp = async (table: string) => {
    if (behind.includes(table)) throw new Error(`${table} is behind`);
  };
  const matches = {
    ofLead: async () => [],
    ofProfessional: async () => [],
    isOpen: async (id: string) => id === 'lead-1',
  };
  const scores = {
    now: async () => new Date(),
    includes: async () => false,
    replaceForLead: async (leadId: string) => void scored.push(leadId),
    removeLead: async (leadId: string) => void scored.push(`without ${leadId}`),
    replaceForProfessional: async (creatorId: string) => void scored.push(creatorId),
  };
  const store = { head: async () => 7n, handle: async () => undefined };
  const parts = [matches, scores, store, { requireCaughtUp }] as unknown;
  return {
    reactions: new LeadMatchesReactions(...(parts as ConstructorParameters<typeof LeadMatchesReactions>)),
    scored,
  };
};
const eventOf = (stream: string, type: string, data: object) => recorded(stream, [{ type, data } as never])[0] as never;
const posted = (id: string, eventDate = '2027-06-20') =>
  eventOf(id, 'LeadPosted', { eventDate, expiresAt: '2027-03-01T08:00:00.000Z' });
const checked = (busy: readonly string[][] | null) =>
  eventOf('availability-dan', 'CalendarChecked', { creatorId: 'dan', subscriptionId: 's', busy, problem: null });

test('a lead is scored only once every table that it is compared by shows it', async () => {
  for (const table of ['leads', 'creator_profiles', 'creator_services', 'availabilities', 'reserved_days']) {
    const { reactions, scored } = reactionsWith(table);
    await expect(reactions.scoreLead.react(posted('lead-1'))).rejects.toThrow(`${table} is behind`);
    expect(scored).toEqual([]);
  }
  const { reactions, scored } = reactionsWith('portfolios');
  await reactions.scoreLead.react(posted('lead-1'));
  expect(scored).toEqual(['lead-1']);
});

test('a changed lead is scored again, and loses its scores after its new date', async () => {
  const { reactions, scored } = reactionsWith();
  await reactions.scoreChanged.react(posted('lead-1'));
  expect(scored).toEqual(['lead-1']);
  expect(reactions.forgetExpiredAfterChange.runAt?.(posted('lead-1', '2027-02-01'))).toBe('2027-02-02T10:00:00.000Z');
});

test('a calendar that was read scores its professional again only if it has changed', async () => {
  const { reactions, scored } = reactionsWith();
  await reactions.scoreAfterCalendarChecked.react(checked(null));
  expect(scored).toEqual([]);
  await reactions.scoreAfterCalendarChecked.react(checked([['2027-06-20', '2027-06-20']]));
  expect(scored).toEqual(['dan']);
});

test('the scores of a lead are removed when it has expired, unless a purchase has extended its lifetime', async () => {
  const { reactions, scored } = reactionsWith();
  expect(reactions.forgetExpired.runAt?.(posted('lead-1'))).toBe('2027-03-01T08:00:00.000Z');
  expect(reactions.forgetExpired.runAt?.(posted('lead-1', '2027-02-01'))).toBe('2027-02-02T10:00:00.000Z');
  await reactions.forgetExpired.react(posted('lead-1'));
  expect(scored).toEqual([]);
  await reactions.forgetExpired.react(posted('lead-2'));
  expect(scored).toEqual(['without lead-2']);
});
