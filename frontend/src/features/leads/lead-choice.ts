import { budgetCeiling, type EventType, eventTypes } from '#leads/contract';

/** The filter's upper end in dollars; there it sets no upper limit. */
export const topBudget = budgetCeiling / 100;

/** What the reader chose to see. Budgets in whole dollars, dates `YYYY-MM-DD`, blank where nothing was chosen. */
export type LeadChoice = {
  eventTypes: readonly EventType[];
  budget: readonly [from: number, to: number];
  location: string;
  from: string;
  to: string;
};

const date = (text: string | null): string => (text && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : '');

const dollars = (text: string | null, otherwise: number): number => {
  const value = text === null || text === '' ? otherwise : Number(text);
  return Number.isFinite(value) ? Math.min(Math.max(Math.round(value), 0), topBudget) : otherwise;
};

/** The choice that an address holds. What makes no sense in it counts as not chosen. */
export const choiceOf = (params: URLSearchParams): LeadChoice => {
  const wanted = (params.get('eventType') ?? '').split(',');
  const budget = [dollars(params.get('budgetMin'), 0), dollars(params.get('budgetMax'), topBudget)] as const;
  return {
    eventTypes: eventTypes.filter((type) => wanted.includes(type)),
    budget: budget[0] <= budget[1] ? budget : [0, topBudget],
    location: (params.get('location') ?? '').trim().slice(0, 120),
    from: date(params.get('from')),
    to: date(params.get('to')),
  };
};

const isWide = ({ budget: [from, to] }: LeadChoice): boolean => from === 0 && to >= topBudget;

const entries = (choice: LeadChoice, unit: number): [string, string][] => {
  const [min, max] = choice.budget;
  return [
    ['eventType', choice.eventTypes.join(',')],
    ['budgetMin', min > 0 ? String(min * unit) : ''],
    ['budgetMax', max < topBudget ? String(max * unit) : ''],
    ['location', choice.location.trim()],
    ['from', choice.from],
    ['to', choice.to],
  ];
};

/** The choice as an address holds it: only what was chosen. */
export const paramsOf = (choice: LeadChoice): URLSearchParams =>
  new URLSearchParams(entries(choice, 1).filter(([, value]) => value !== ''));

/** The choice as the server is asked: budgets in cents. */
export const queryOf = (choice: LeadChoice): Record<string, string | undefined> =>
  Object.fromEntries(entries(choice, 100).map(([name, value]) => [name, value || undefined]));

/** How many of the filter's parts are in use. */
export const choiceCount = (choice: LeadChoice): number =>
  [choice.eventTypes.length > 0, !isWide(choice), choice.location, choice.from || choice.to].filter(Boolean).length;

export const noChoice: LeadChoice = choiceOf(new URLSearchParams());
