import { expect, test } from '@jest/globals';
import { possibleActions } from './lead-state.ts';

test.each([
  [['LeadPosted'], ['hold', 'remove']],
  [
    ['LeadPosted', 'LeadHeld', 'LeadViewed'],
    ['release', 'remove'],
  ],
  [
    ['LeadPosted', 'LeadHeld', 'LeadReleased'],
    ['hold', 'remove'],
  ],
  [['LeadPosted', 'LeadWithdrawn'], ['remove']],
  [
    ['LeadPosted', 'LeadBooked', 'LeadReopened'],
    ['hold', 'remove'],
  ],
  [['LeadPosted', 'LeadHeld', 'LeadRemoved'], []],
])('after %j staff can %j', (types, actions) =>
  expect(possibleActions(types.map((type) => ({ type })))).toEqual(actions),
);
