import { test } from '@jest/globals';
import { given } from '#kernel/testing';
import { leadScores } from './lead-scores.ts';

const facts = { leadId: 'lead-1', professionals: 2 };

test('a lead that was scored for professionals is recorded', () => {
  const worker = { id: 'leads.score-lead', kind: 'worker', role: 'reaction' } as const;
  given(leadScores).when('record', facts, worker).emits({ type: 'LeadScored', data: facts });
  given(leadScores)
    .when('record', { ...facts, professionals: 0 }, worker)
    .emits();
});

test('users cannot record scores', () => {
  const ann = { id: 'ann', kind: 'user', role: 'client' } as const;
  given(leadScores).when('record', facts, ann).refuses('lead-scores-not-allowed');
});
