import { expect, test } from '@jest/globals';
import { renderToStaticMarkup } from 'react-dom/server';
import { Picture, seedOf, type Trade } from './picture.tsx';

const trades: Trade[] = ['photographer', 'videographer', 'dj', 'design', 'planner'];
const drawn = (trade: Trade, seed: number) => renderToStaticMarkup(<Picture trade={trade} seed={seed} />);

test.each(trades)('a picture of a %s is the same for the same seed, and another for another', (trade) => {
  expect(drawn(trade, 5)).toBe(drawn(trade, 5));
  expect(drawn(trade, 5)).not.toBe(drawn(trade, 6));
  expect(drawn(trade, 5)).not.toMatch(/NaN|undefined|Infinity/);
});

test('a person keeps their picture', () => {
  expect(seedOf('2f6b')).toBe(seedOf('2f6b'));
  expect(seedOf('2f6b')).not.toBe(seedOf('2f6c'));
});
