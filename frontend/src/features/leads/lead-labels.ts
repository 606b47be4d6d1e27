import type { Lead, PublicLead, PurchasedLead } from '#leads/contract';
import { shortMoney } from '../../platform/money.ts';
import { titleCase } from '../../platform/text.ts';

/** A lead in a list. Visitors without an account do not see the event's name. */
export type ListedLead = PublicLead & Partial<Pick<Lead, 'eventName'>>;

/** The event's name, or its type and city if it has none. The texts of a former member are empty. */
export const leadTitle = ({ eventName, eventType, locationCity, locationState }: ListedLead): string => {
  const place = locationCity || locationState;
  return eventName ?? `${titleCase(eventType)}${place && ` in ${place}`}`;
};

/** The link that opens a mail to the client about this lead; null if the client has closed the account. */
export const clientMailLink = (lead: Pick<PurchasedLead, 'contact'> & ListedLead): string | null =>
  lead.contact.email === '' ? null : `mailto:${lead.contact.email}?subject=${encodeURIComponent(leadTitle(lead))}`;

export const leadPlace = ({ locationCity, locationState }: ListedLead): string =>
  locationCity === '' ? locationState : `${locationCity}, ${locationState}`;

/** `$2,000 to $4,500` */
export const leadBudget = ({ budgetMin, budgetMax }: ListedLead): string =>
  budgetMin === budgetMax ? shortMoney(budgetMax) : `${shortMoney(budgetMin)} to ${shortMoney(budgetMax)}`;
