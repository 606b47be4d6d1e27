import type { Lead } from '#leads/contract';
import { shortMoney } from '../../platform/money.ts';
import { titleCase } from '../../platform/text.ts';

/** The event's name, or its type and city if it has none. */
export const leadTitle = ({ eventName, eventType, locationCity }: Lead): string =>
  eventName ?? `${titleCase(eventType)} in ${locationCity}`;

export const leadPlace = ({ locationCity, locationState }: Lead): string => `${locationCity}, ${locationState}`;

/** `$2,000 to $4,500` */
export const leadBudget = ({ budgetMin, budgetMax }: Lead): string =>
  budgetMin === budgetMax ? shortMoney(budgetMax) : `${shortMoney(budgetMin)} to ${shortMoney(budgetMax)}`;
