import { test } from '@jest/globals';
import type { Actor } from '#kernel';
import { given } from '#kernel/testing';
import { matchDigest } from './match-digest.ts';

const worker: Actor = { id: 'leads.send-match-digests', kind: 'worker', role: 'reaction' };
const bo: Actor = { id: 'bo', kind: 'user', role: 'creator' };
const match = (leadId: string, score: number) => ({ leadId, score });
const send = (...matches: ReturnType<typeof match>[]) => ({ personId: 'bo', matches });
const sent = (leadIds: string[], bestScore: number, nextFrom: string) =>
  ({ type: 'MatchDigestSent', data: { personId: 'bo', leadIds, bestScore, nextFrom } }) as const;
const first = sent(['lead-1', 'lead-2'], 91, '2026-01-02T00:00:00.000Z');

test('a digest mentions all leads that fit very well', () => {
  given(matchDigest)
    .when('send', send(match('lead-1', 91), match('lead-2', 80)), worker)
    .emits(first);
});

test('no digest is sent without such leads', () => {
  given(matchDigest).when('send', send(), worker).emits();
});

test('the next one follows a day later and leaves out what was mentioned', () => {
  const matches = send(match('lead-1', 91), match('lead-3', 85));
  given(matchDigest, first).when('send', matches, worker, '2026-01-01T23:59:59.999Z').emits();
  given(matchDigest, first)
    .when('send', matches, worker, '2026-01-02T00:00:00.000Z')
    .emits(sent(['lead-3'], 85, '2026-01-03T00:00:00.000Z'));
  given(matchDigest, first)
    .when('send', send(match('lead-1', 91)), worker, '2026-01-05T00:00:00.000Z')
    .emits();
});

test('users cannot send digests', () => {
  given(matchDigest)
    .when('send', send(match('lead-1', 91)), bo)
    .refuses('match-digest-not-allowed');
});
