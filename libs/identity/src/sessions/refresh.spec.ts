import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { refreshDecision, reuseWindow } from './refresh.ts';

test('the newest token rotates without a time limit', () => {
  expect(refreshDecision(3, 3, 0)).toBe('rotate');
  expect(refreshDecision(3, 3, 1_000_000_000)).toBe('rotate');
});

test('the token before the newest repeats the newest without a time limit, because the response may have been lost', () => {
  expect(refreshDecision(2, 3, 0)).toBe('repeat');
  expect(refreshDecision(2, 3, 1_000_000_000)).toBe('repeat');
});

test('a token older than that repeats the newest for ten seconds, then ends the session', () => {
  expect(reuseWindow).toBe(10_000);
  expect(refreshDecision(1, 3, 9_999)).toBe('repeat');
  expect(refreshDecision(0, 3, 9_999)).toBe('repeat');
  expect(refreshDecision(1, 3, 10_000)).toBe('end');
  expect(refreshDecision(0, 3, 10_000)).toBe('end');
});

test('a token from before a second factor is refused, and ends the session after the same window as any other', () => {
  expect(refreshDecision(1, 3, 9_999, 3)).toBe('refuse');
  expect(refreshDecision(3, 4, 9_999, 3)).toBe('repeat');
  expect(refreshDecision(1, 3, 10_000, 3)).toBe('end');
});

test('a refresh token with a higher count than the session’s is refused as foreign', () =>
  expect(refreshDecision(4, 3, 0)).toBe('foreign'));

// Two parties hold copies of one session's tokens; the clock moves between their refreshes.
type Step = { readonly who: 'owner' | 'attacker'; readonly pause: number };
const steps = fc.array(
  fc.record({ who: fc.constantFrom<Step['who']>('owner', 'attacker'), pause: fc.integer({ min: 0, max: 60_000 }) }),
  { minLength: 1, maxLength: 40 },
);

const simulate = (script: readonly Step[]) => {
  const counts = { owner: 0, attacker: 0 };
  const rotations = { owner: 0, attacker: 0 };
  let newestCount = 0;
  let sinceRotation = 0;
  for (const { who, pause } of script) {
    sinceRotation += pause;
    const decision = refreshDecision(counts[who], newestCount, sinceRotation);
    if (decision === 'end' || decision === 'foreign') return { ended: decision === 'end', rotated: rotations };
    if (decision === 'rotate') {
      newestCount++;
      rotations[who]++;
      sinceRotation = 0;
    }
    counts[who] = newestCount;
  }
  return { ended: false, rotated: rotations };
};

test('a single client is never signed out, whenever it refreshes', () =>
  fc.assert(
    fc.property(steps, (script) => {
      expect(simulate(script.map((step) => ({ ...step, who: 'owner' }))).ended).toBe(false);
    }),
  ));

test('a copy used after the other party refreshed twice, later than the window, ends the session', () =>
  fc.assert(
    fc.property(
      steps,
      fc.integer({ min: 2, max: 10 }),
      fc.integer({ min: reuseWindow, max: 60_000 }),
      (past, count, late) => {
        const stepsOfBoth = [...past, { who: 'owner', pause: 0 }, { who: 'attacker', pause: 0 }] as const;
        const owner = Array.from({ length: count }, () => ({ who: 'owner', pause: reuseWindow }) as const);
        // The owner holds the newest token after the first of these and rotates with each further one.
        expect(
          simulate([...stepsOfBoth, { who: 'owner', pause: 0 }, ...owner, { who: 'attacker', pause: late }]).ended,
        ).toBe(true);
      },
    ),
  ));
