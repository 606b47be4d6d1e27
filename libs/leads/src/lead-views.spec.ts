import { test } from '@jest/globals';
import type { Actor } from '#kernel';
import { given } from '#kernel/testing';
import { leadViews, viewsPerDay } from './lead-views.ts';

const bo: Actor = { id: 'bo', kind: 'user', role: 'creator' };
const facts = { viewerId: 'bo', day: '2026-01-01' };
const viewed = (leadId: string) => ({ type: 'LeadViewed', data: { ...facts, leadId } }) as const;

test('each lead counts once per professional and day', () => {
  given(leadViews, viewed('lead-1'))
    .when('view', { ...facts, leadIds: ['lead-1', 'lead-2', 'lead-2'] }, bo)
    .emits(viewed('lead-2'));
});

test('views of others are not counted', () => {
  for (const by of [
    { ...bo, role: 'client' },
    { ...bo, id: 'vi' },
    { ...bo, kind: 'staff' as const },
  ])
    given(leadViews)
      .when('view', { ...facts, leadIds: ['lead-1'] }, by)
      .refuses('lead-views-not-allowed');
});

test('a professional can view a limited number of leads each day', () => {
  const seen = Array.from({ length: viewsPerDay - 1 }, (_, number) => viewed(`lead-${number}`));
  given(leadViews, ...seen)
    .when('view', { ...facts, leadIds: ['lead-a', 'lead-b'] }, bo)
    .emits(viewed('lead-a'));
});
