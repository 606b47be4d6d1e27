import { expect, test } from '@jest/globals';
import { recorded } from '#kernel/testing';
import { stateChanges } from './state-changes.ts';

type Events = {
  Opened: { price: number; note: string | null };
  PriceChanged: { price: number };
  Closed: { until: string };
  Reopened: Record<string, never>;
  Renamed: Record<string, never>;
};
type Shop = { status: string; due: { now: number }; until: string | null; list: readonly number[]; open: boolean };
const shop = {
  initial: { status: 'none', due: { now: 0 }, until: null, list: [], open: false } as Shop,
  evolve: {
    Opened: (state: Shop, { price }: Events['Opened']): Shop => ({
      ...state,
      status: 'open',
      due: { now: price },
      open: true,
    }),
    PriceChanged: (state: Shop, { price }: Events['PriceChanged']): Shop => ({
      ...state,
      due: { now: price },
      list: [...state.list, price],
    }),
    Closed: (state: Shop, { until }: Events['Closed']): Shop => ({ ...state, status: 'closed', until, open: false }),
    Reopened: (state: Shop): Shop => ({ ...state, status: 'open', until: null, open: true }),
  },
};

const events = recorded<Events>('shop-1', [
  { type: 'Opened', data: { price: 5, note: 'Ann’s' } },
  { type: 'PriceChanged', data: { price: 7 } },
  { type: 'PriceChanged', data: { price: 7 } },
  { type: 'Closed', data: { until: '2026-05-01' } },
  { type: 'Renamed', data: {} },
  { type: 'Reopened', data: {} },
]);

const all = new Set(events.map(({ id }) => id));
const textsOf = (changes: ReturnType<typeof stateChanges>) =>
  events.map(({ id }) => (changes.get(id) ?? []).map(({ name, before, after }) => `${name}: ${before} → ${after}`));

test('each event has the fields of the state that it changed, with the values before and after', () => {
  expect(textsOf(stateChanges(shop, events, all))).toEqual([
    ['status: null → open', 'due.now: null → 5', 'open: null → true'],
    ['due.now: 5 → 7'],
    [],
    ['status: open → closed', 'until: null → 2026-05-01', 'open: true → false'],
    [],
    ['status: closed → open', 'open: false → true', 'until: 2026-05-01 → null'],
  ]);
});

test('what an event changed in a list is shown by the summary of the state, and only for the events asked for', () => {
  const summarized = { ...shop, summary: ({ list }: Shop) => ({ prices: list.length, latest: list.at(-1) ?? null }) };
  const shown = new Set([events[2]?.id ?? '']);
  expect(textsOf(stateChanges(summarized, events, shown))).toEqual([[], [], ['prices: 1 → 2'], [], [], []]);
});

test('a state that is not an object has no fields', () => {
  const door = { initial: false, evolve: { Opened: () => true } };
  expect(stateChanges(door, events.slice(0, 1), all).get(events[0]?.id ?? '')).toEqual([]);
});
