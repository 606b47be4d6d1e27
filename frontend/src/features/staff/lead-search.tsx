import { Link } from 'react-router-dom';
import { buyersPerLead, type StaffLead } from '#leads/contract';
import { dateAndTime, shortDate } from '../../platform/dates.ts';
import { titleCase } from '../../platform/text.ts';
import { useStaffLeads } from './api.ts';
import type { Filter } from './filter.ts';
import { leadFields } from './lead-filter.ts';
import { PagedTable } from './paged-table.tsx';
import { shortId } from './timeline-entries.ts';

/** The leads that match the filter, the newest first. A row leads to the timeline of its lead. */
export function LeadSearch({ filter }: { filter: Filter }) {
  const query = useStaffLeads(filter);
  return (
    <PagedTable
      query={query}
      names={{ all: 'leads', one: 'lead' }}
      fields={leadFields}
      columns={[
        { title: 'Event', render: (_, lead) => <EventLink lead={lead} /> },
        { title: 'Status', render: (_, { status }) => titleCase(status) },
        { title: 'Place', render: (_, lead) => placeText(lead) },
        { title: 'Unlocked', className: 'num', render: (_, { buyers }) => `${buyers} of ${buyersPerLead}` },
        { title: 'Client', render: (_, { clientId }) => shortId(clientId) },
        { title: 'Posted', render: (_, { createdAt }) => dateAndTime(createdAt) },
      ]}
    />
  );
}

function EventLink({ lead: { id, eventType, eventDate } }: { lead: StaffLead }) {
  return (
    <Link to={`/staff/leads/${id}`}>
      {titleCase(eventType)}, {shortDate(eventDate)}
    </Link>
  );
}

const placeText = ({ locationCity, locationState }: StaffLead): string =>
  [locationCity, locationState].filter((name) => name !== '').join(', ');
