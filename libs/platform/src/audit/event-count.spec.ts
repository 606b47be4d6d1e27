import { expect, test } from '@jest/globals';
import { EventCount } from './event-count.ts';

/** Positions with gaps, as in EventStoreDB; two events per page. */
const logWithPositions = (...positions: readonly bigint[]) => {
  const log = positions.map((position) => ({ position }));
  const requested: bigint[] = [];
  const pages = async function* (after: bigint) {
    requested.push(after);
    const found = log.filter(({ position }) => position > after);
    for (let i = 0; i < found.length; i += 2) yield found.slice(i, i + 2);
  };
  return { log, requested, count: new EventCount(pages) };
};

test('events are counted, not the distance between positions', async () => {
  const { count } = logWithPositions(204n, 1_377n, 90_412n);
  expect(await count.after(0n)).toBe(3);
});

test('events that were counted are not read again', async () => {
  const { log, requested, count } = logWithPositions(204n, 1_377n, 90_412n);
  await count.after(0n);
  log.push({ position: 90_990n });
  expect(await count.after(0n)).toBe(4);
  expect(requested).toEqual([0n, 90_412n]);
});

test('another start position is counted from its beginning', async () => {
  const { count } = logWithPositions(204n, 1_377n, 90_412n);
  await count.after(0n);
  expect(await count.after(204n)).toBe(2);
  expect(await count.after(90_412n)).toBe(0);
});
