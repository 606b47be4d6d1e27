import { expect, test } from '@jest/globals';
import { sql } from '#platform/reads';
import { allOf, conditionsOf, openLeads, withStatus } from './leads.conditions.ts';

const now = new Date('2026-11-25T12:00:00.000Z');

test('conditions are joined, and without any everything matches', () => {
  expect(allOf([]).text).toBe('true');
  expect(allOf([sql`a = ${1}`, sql`b = ${2}`]).text).toBe('a = $1 and b = $2');
  expect(allOf(conditionsOf({})).text).toBe('true');
});

test('what people search for is always a parameter', () => {
  const location = "'; drop table read.leads_v1; --";
  const { text, values } = allOf(conditionsOf({ location, eventType: ['wedding'], budgetMin: 5, from: '2027-01-01' }));
  expect(text).not.toContain('drop');
  expect(values).toHaveLength(4);
});

test('expired leads are the active ones that are not open', () => {
  const [active, ...others] = openLeads(now).map(({ text }) => text);
  expect(active).toBe("lead.status = 'active'");
  const { text } = allOf(withStatus('expired', now));
  expect(text.replace(/\$\d/g, '$1')).toBe(`${active} and not (${others.join(' and ').replace(/\$\d/g, '$1')})`);
  expect(allOf(withStatus('removed', now)).values).toEqual(['removed']);
});
