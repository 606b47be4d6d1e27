import type { Lead, PublicLead } from '#leads/contract';
import { shortMoney } from '../../platform/money.ts';
import { titleCase } from '../../platform/text.ts';

/** A lead in a list. Visitors without an account do not see the event's name. */
export type ListedLead = PublicLead & Partial<Pick<Lead, 'eventName'>>;

/** The event's name, or its type and city if it has none. */
export const leadTitle = ({ eventName, eventType, locationCity, locationState }: ListedLead): string =>
  eventName ?? `${titleCase(eventType)} in ${locationCity || locationState}`;

export const leadPlace = ({ locationCity, locationState }: ListedLead): string =>
  locationCity === '' ? locationState : `${locationCity}, ${locationState}`;

/** `$2,000 to $4,500` */
export const leadBudget = ({ budgetMin, budgetMax }: ListedLead): string =>
  budgetMin === budgetMax ? shortMoney(budgetMax) : `${shortMoney(budgetMin)} to ${shortMoney(budgetMax)}`;
