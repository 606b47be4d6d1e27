import { expect, test } from '@jest/globals';
import { EventCount } from './event-count.ts';

/** Positions that rise with gaps, as in EventStoreDB, two events a page. */
const placed = (...positions: readonly bigint[]) => {
  const log = positions.map((position) => ({ position }));
  const asked: bigint[] = [];
  const pages = async function* (after: bigint) {
    asked.push(after);
    const found = log.filter(({ position }) => position > after);
    for (let i = 0; i < found.length; i += 2) yield found.slice(i, i + 2);
  };
  return { log, asked, count: new EventCount(pages) };
};

test('events are counted, not the distance of their positions', async () => {
  const { count } = placed(204n, 1_377n, 90_412n);
  expect(await count.after(0n)).toBe(3);
});

test('what was counted is not looked at again', async () => {
  const { log, asked, count } = placed(204n, 1_377n, 90_412n);
  await count.after(0n);
  log.push({ position: 90_990n });
  expect(await count.after(0n)).toBe(4);
  expect(asked).toEqual([0n, 90_412n]);
});

test('after another position it counts anew', async () => {
  const { count } = placed(204n, 1_377n, 90_412n);
  await count.after(0n);
  expect(await count.after(204n)).toBe(2);
  expect(await count.after(90_412n)).toBe(0);
});
