import { type ServiceType, serviceTypes } from '#catalog/contract';
import { isCalendarDay } from '../../platform/calendar.ts';

/** What creators are searched by. Prices in whole dollars, the date `YYYY-MM-DD`; empty where nothing is selected. */
export type CreatorSearch = {
  q: string;
  service: ServiceType | '';
  location: string;
  minPrice: string;
  maxPrice: string;
  date: string;
  sort: CreatorSort;
};
const sorts = ['newest', 'rating', 'price', 'experience'] as const;
export type CreatorSort = (typeof sorts)[number];

const dollars = (text: string | null): string => (text && /^\d{1,6}$/.test(text) ? String(Number(text)) : '');
const isService = (text: string): text is ServiceType => Object.hasOwn(serviceTypes, text);
const textOf = (params: URLSearchParams, name: string): string => (params.get(name) ?? '').trim().slice(0, 120);

/** The search in an address. Invalid values are ignored. */
export const searchFrom = (params: URLSearchParams): CreatorSearch => {
  const [service, date, sort] = ['service', 'date', 'sort'].map((name) => params.get(name) ?? '');
  return {
    q: textOf(params, 'q'),
    service: service && isService(service) ? service : '',
    location: textOf(params, 'location'),
    minPrice: dollars(params.get('minPrice')),
    maxPrice: dollars(params.get('maxPrice')),
    date: date && isCalendarDay(date) ? date : '',
    sort: sorts.find((each) => each === sort) ?? 'newest',
  };
};

/** The search as the query of an address: only what is selected. */
export const paramsOf = (search: CreatorSearch): URLSearchParams =>
  new URLSearchParams(
    Object.entries(search).filter(([name, value]) => value !== '' && !(name === 'sort' && value === 'newest')),
  );

const cursorName = 'cursor';

/** The page of the list in an address: '' for the first. */
export const cursorFrom = (params: URLSearchParams): string => (params.get(cursorName) ?? '').slice(0, 200);

/** The address of a page of the list. */
export const pagePath = (search: CreatorSearch, cursor: string): string => {
  const params = paramsOf(search);
  params.set(cursorName, cursor);
  return `/creators?${params}`;
};

const cents = (whole: string): string | undefined => (whole === '' ? undefined : `${whole}00`);

/** The search as the query of the API: prices in cents. */
export const queryOf = ({ minPrice, maxPrice, ...search }: CreatorSearch): Record<string, string | undefined> => ({
  ...search,
  minPrice: cents(minPrice),
  maxPrice: cents(maxPrice),
});

export const noSearch: CreatorSearch = searchFrom(new URLSearchParams());

/** Whether anything restricts the list. */
export const isFiltered = (search: CreatorSearch): boolean => paramsOf({ ...search, sort: noSearch.sort }).size > 0;
