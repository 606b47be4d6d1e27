import { budgetCeiling, type EventType, eventTypes } from '#leads/contract';
import { isCalendarDay } from '../../platform/calendar.ts';

/** The upper end of the budget slider in dollars. It means no upper limit. */
export const topBudget = budgetCeiling / 100;

/** Which leads to show. Budgets in whole dollars, dates `YYYY-MM-DD`; empty where nothing is selected. */
export type LeadFilter = {
  eventTypes: readonly EventType[];
  budget: readonly [from: number, to: number];
  location: string;
  from: string;
  to: string;
  /** Professionals see the leads that fit them best first, or the newest. */
  sort: LeadSort;
};
export type LeadSort = 'match' | 'newest';

/**
 * The day that a text selects; empty if it is none. While a year is typed, a date field has days such as `0002-06-20`.
 */
export const appliedDay = (text: string | null): string => (text && isCalendarDay(text) ? text : '');

const dollars = (text: string | null, otherwise: number): number => {
  const value = text === null || text === '' ? otherwise : Number(text);
  return Number.isFinite(value) ? Math.min(Math.max(Math.round(value), 0), topBudget) : otherwise;
};

/** The filter in an address. Invalid values are ignored. */
export const filterFrom = (params: URLSearchParams): LeadFilter => {
  const selectedTypes = (params.get('eventType') ?? '').split(',');
  const budget = [dollars(params.get('budgetMin'), 0), dollars(params.get('budgetMax'), topBudget)] as const;
  return {
    eventTypes: eventTypes.filter((type) => selectedTypes.includes(type)),
    budget: budget[0] <= budget[1] ? budget : [0, topBudget],
    location: (params.get('location') ?? '').trim().slice(0, 120),
    from: appliedDay(params.get('from')),
    to: appliedDay(params.get('to')),
    sort: params.get('sort') === 'newest' ? 'newest' : 'match',
  };
};

const hasAnyBudget = ({ budget: [from, to] }: LeadFilter): boolean => from === 0 && to >= topBudget;

const entries = (filter: LeadFilter, unit: number): [string, string][] => {
  const [min, max] = filter.budget;
  return [
    ['eventType', filter.eventTypes.join(',')],
    ['budgetMin', min > 0 ? String(min * unit) : ''],
    ['budgetMax', max < topBudget ? String(max * unit) : ''],
    ['location', filter.location.trim()],
    ['from', filter.from],
    ['to', filter.to],
  ];
};

/** The filter as the query of an address: only what is selected. */
export const paramsOf = (filter: LeadFilter): URLSearchParams =>
  new URLSearchParams(
    [...entries(filter, 1), ['sort', filter.sort === 'newest' ? 'newest' : ''] as [string, string]].filter(
      ([, value]) => value !== '',
    ),
  );

/** The filter as the query of the API: budgets in cents. */
export const queryOf = (filter: LeadFilter): Record<string, string | undefined> =>
  Object.fromEntries(entries(filter, 100).map(([name, value]) => [name, value || undefined]));

/** How many of the filter's groups are in use. */
export const activeFilterCount = (filter: LeadFilter): number =>
  [filter.eventTypes.length > 0, !hasAnyBudget(filter), filter.location, filter.from || filter.to].filter(Boolean)
    .length;

export const noFilter: LeadFilter = filterFrom(new URLSearchParams());
