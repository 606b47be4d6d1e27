import { Button, Table } from 'antd';
import { Link } from 'react-router-dom';
import { buyersPerLead, type StaffLead } from '#leads/contract';
import { dateAndTime, shortDate } from '../../platform/dates.ts';
import { titleCase } from '../../platform/text.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { EmptyState, SkeletonBlocks } from '../../ui/states.tsx';
import { useStaffLeads } from './api.ts';
import type { Filter } from './filter.ts';
import { leadFields } from './lead-filter.ts';
import { shortId } from './timeline-entries.ts';
import { WrongFilter } from './wrong-filter.tsx';

/** The leads that match the filter, the newest first. A row leads to the timeline of its lead. */
export function LeadSearch({ filter }: { filter: Filter }) {
  const query = useStaffLeads(filter);
  return (
    <Loaded
      query={query}
      failure="The leads could not be loaded"
      missing={<WrongFilter fields={leadFields} error={query.error} />}
      skeleton={<SkeletonBlocks heights={[60, 60, 60]} />}
    >
      {({ pages }) => {
        const items = pages.flatMap((page) => page.items);
        if (items.length === 0) return <EmptyState title="No leads" text="No lead matches these filters." />;
        return (
          <div className="stack staff-list" aria-busy={query.isPlaceholderData}>
            <Table<StaffLead>
              size="small"
              rowKey="id"
              pagination={false}
              scroll={{ x: 'max-content' }}
              dataSource={items}
              columns={[
                { title: 'Event', render: (_, lead) => <EventLink lead={lead} /> },
                { title: 'Status', render: (_, { status }) => titleCase(status) },
                { title: 'Place', render: (_, lead) => placeText(lead) },
                { title: 'Unlocked', className: 'num', render: (_, { buyers }) => `${buyers} of ${buyersPerLead}` },
                { title: 'Client', render: (_, { clientId }) => shortId(clientId) },
                { title: 'Posted', render: (_, { createdAt }) => dateAndTime(createdAt) },
              ]}
            />
            {query.hasNextPage && (
              <Button className="more" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                Load more leads
              </Button>
            )}
          </div>
        );
      }}
    </Loaded>
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
