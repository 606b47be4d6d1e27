import { expect, test } from '@jest/globals';
import { choiceCount, choiceOf, noChoice, paramsOf, queryOf } from './lead-choice.ts';

const choose = (address: string) => choiceOf(new URLSearchParams(address));

test('an address without a choice shows everything, and asks the server for nothing special', () => {
  expect(choose('')).toEqual(noChoice);
  expect(Object.values(queryOf(noChoice)).filter(Boolean)).toEqual([]);
  expect(choiceCount(noChoice)).toBe(0);
});

test('a choice survives in its address', () => {
  const address =
    'eventType=wedding%2Csocial+event&budgetMin=500&budgetMax=8000&location=Austin&from=2027-01-01&to=2027-12-31';
  const choice = choose(address);
  expect(paramsOf(choice).toString()).toBe(address);
  expect(choiceOf(paramsOf(choice))).toEqual(choice);
  expect(choiceCount(choice)).toBe(4);
});

test('the server is asked in cents', () => {
  const { eventType, budgetMin, budgetMax } = queryOf(choose('eventType=wedding&budgetMin=500&budgetMax=8000'));
  expect([eventType, budgetMin, budgetMax]).toEqual(['wedding', '50000', '800000']);
});

test('at $50,000 and above there is no upper limit', () => {
  expect(queryOf(choose('budgetMax=49500')).budgetMax).toBe('4950000');
  expect(queryOf(choose('budgetMax=50000')).budgetMax).toBeUndefined();
  expect(queryOf(choose('budgetMax=90000')).budgetMax).toBeUndefined();
});

test('what makes no sense in an address counts as not chosen', () => {
  expect(choose('eventType=circus&budgetMin=much&from=tomorrow&location=++')).toEqual(noChoice);
  expect(choose('budgetMin=9000&budgetMax=500').budget).toEqual(noChoice.budget);
});
