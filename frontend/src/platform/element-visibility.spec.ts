import { afterEach, expect, test } from '@jest/globals';
import { watchVisibility } from './element-visibility.ts';

type Change = { readonly isIntersecting: boolean };
/** Stands in for the browser's observer: the test calls `report`. */
class FakeObserver {
  static readonly active = new Set<FakeObserver>();
  constructor(readonly report: (changes: readonly Change[]) => void) {}
  observe(): void {
    FakeObserver.active.add(this);
  }
  disconnect(): void {
    FakeObserver.active.delete(this);
  }
}
const original = globalThis.IntersectionObserver;
afterEach(() => {
  globalThis.IntersectionObserver = original;
});

test('of several changes in one report, the newest counts', () => {
  globalThis.IntersectionObserver = FakeObserver as unknown as typeof IntersectionObserver;
  const changes: boolean[] = [];
  const end = watchVisibility({} as Element, (isVisible) => changes.push(isVisible));
  const [observer] = FakeObserver.active;
  observer?.report([{ isIntersecting: false }, { isIntersecting: true }]);
  observer?.report([{ isIntersecting: false }]);
  expect(changes).toEqual([true, false]);
  end();
  expect(FakeObserver.active.size).toBe(0);
});
