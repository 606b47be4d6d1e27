import { test } from '@jest/globals';
import { given } from '#kernel/testing';
import { leadScores } from './lead-scores.ts';

const worker = { id: 'leads.score-lead', kind: 'worker', role: 'reaction' } as const;
const facts = { leadId: 'lead-1', professionals: 2 };

test('a lead that was scored for professionals is recorded', () => {
  given(leadScores).when('record', facts, worker).emits({ type: 'LeadScored', data: facts });
  given(leadScores)
    .when('record', { ...facts, professionals: 0 }, worker)
    .emits();
});

test('a professional who was scored is recorded, also if no lead fits', () => {
  const professional = { creatorId: 'dan' };
  given(leadScores)
    .when('recordProfessional', professional, worker)
    .emits({ type: 'ProfessionalScored', data: professional });
});

test('users cannot record scores', () => {
  const ann = { id: 'ann', kind: 'user', role: 'client' } as const;
  given(leadScores).when('record', facts, ann).refuses('lead-scores-not-allowed');
  given(leadScores).when('recordProfessional', { creatorId: 'ann' }, ann).refuses('lead-scores-not-allowed');
});
