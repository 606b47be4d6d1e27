import { type ServiceType, serviceTypes } from '#catalog/contract';
import type { Lead } from '#leads/contract';
import { longDate } from '../../platform/dates.ts';
import { shortMoney } from '../../platform/money.ts';
import { titleCase } from '../../platform/text.ts';

/** The event's name, or its type and city if it has none. */
export const leadTitle = ({ eventName, eventType, locationCity }: Lead): string =>
  eventName ?? `${titleCase(eventType)} in ${locationCity}`;

export const leadPlace = ({ locationCity, locationState }: Lead): string => `${locationCity}, ${locationState}`;

/** `$2,000 to $4,500` */
export const leadBudget = ({ budgetMin, budgetMax }: Lead): string =>
  budgetMin === budgetMax ? shortMoney(budgetMax) : `${shortMoney(budgetMin)} to ${shortMoney(budgetMax)}`;

const serviceName = (service: string): string => serviceTypes[service as ServiceType] ?? service;

/** When, where, how large, and for how much. */
export function LeadFacts({ lead }: { lead: Lead }) {
  const { eventName, eventType, eventDate, venueType, expectedAttendance, durationDays, servicesNeeded } = lead;
  return (
    <>
      <li>
        <b>{longDate(eventDate)}</b>
      </li>
      {eventName && <li>{titleCase(eventType)}</li>}
      <li>{leadPlace(lead)}</li>
      {venueType && <li>{venueType}</li>}
      <li className="num">
        <b>{leadBudget(lead)}</b>
      </li>
      {expectedAttendance !== null && <li className="num">{expectedAttendance.toLocaleString('en-US')} guests</li>}
      {durationDays > 1 && <li className="num">{durationDays} days</li>}
      {servicesNeeded.length > 0 && <li>Looking for {servicesNeeded.map(serviceName).join(', ')}</li>}
    </>
  );
}
