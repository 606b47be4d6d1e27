import { Link } from 'react-router-dom';
import { dateAndTime } from '../../platform/dates.ts';
import { useAssistantConversations } from './api.ts';
import type { Filter, FilterField } from './filter.ts';
import { PagedTable } from './paged-table.tsx';
import { PersonLink } from './person-link.tsx';

/** The filter of the conversations, named as the parameter of `GET /api/v1/staff/conversations`. */
export const conversationFields: readonly FilterField[] = [
  { name: 'personId', label: 'Person', placeholder: 'Full ID' },
];

/** The conversations with the assistant, the newest first, without what was said. A row leads to its conversation. */
export function AssistantConversations({ filter }: { filter: Filter }) {
  return (
    <PagedTable
      query={useAssistantConversations(filter)}
      names={{ all: 'conversations', one: 'conversation' }}
      none="Conversations are deleted after 30 days, or earlier by the person."
      fields={conversationFields}
      columns={[
        {
          title: 'Started',
          render: (_, { id, startedAt }) => (
            <Link className="link" to={`/staff/assistant/${id}`}>
              <time dateTime={startedAt}>{dateAndTime(startedAt)}</time>
            </Link>
          ),
        },
        { title: 'Questions', className: 'num', dataIndex: 'questions' },
        { title: 'Person', render: (_, { personId }) => <ConversationOwner id={personId} /> },
        { title: 'Deleted on', render: (_, { expiresAt }) => dateAndTime(expiresAt) },
      ]}
    />
  );
}

/** Whose conversation it is. A visit without an account has no person. */
export function ConversationOwner({ id }: { id: string | null }) {
  return id === null ? 'A visitor' : <PersonLink id={id} />;
}
