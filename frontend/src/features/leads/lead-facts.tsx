import { type ServiceType, serviceTypes } from '#catalog/contract';
import { longDate } from '../../platform/dates.ts';
import { amount, titleCase } from '../../platform/text.ts';
import { type ListedLead, leadBudget, leadPlace } from './lead-labels.ts';

const serviceName = (service: string): string => serviceTypes[service as ServiceType] ?? service;

/** When, where, how large, and for how much. */
export function LeadFacts({ lead }: { lead: ListedLead }) {
  const { eventName, eventType, eventDate, venueType, expectedAttendance, durationDays, servicesNeeded } = lead;
  const place = leadPlace(lead);
  return (
    <>
      <li>
        <b>{longDate(eventDate)}</b>
      </li>
      {eventName && <li>{titleCase(eventType)}</li>}
      {place && <li>{place}</li>}
      {venueType && <li>{venueType}</li>}
      <li className="num">
        <b>{leadBudget(lead)}</b>
      </li>
      {expectedAttendance !== null && <li className="num">{amount(expectedAttendance, 'guest')}</li>}
      {durationDays > 1 && <li className="num">{durationDays} days</li>}
      {servicesNeeded.length > 0 && <li>Looking for {servicesNeeded.map(serviceName).join(', ')}</li>}
    </>
  );
}
