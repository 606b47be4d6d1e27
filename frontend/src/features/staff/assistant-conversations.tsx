import { Table } from 'antd';
import { Link } from 'react-router-dom';
import type { ConversationFacts } from '#ai/contract';
import { dateAndTime } from '../../platform/dates.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { EmptyState, SkeletonBlocks } from '../../ui/states.tsx';
import { useAssistantConversations } from './api.ts';
import type { Filter, FilterField } from './filter.ts';
import { shortId } from './timeline-entries.ts';
import { WrongFilter } from './wrong-filter.tsx';

/** The filter of the conversations, named as the parameter of `GET /api/v1/staff/conversations`. */
export const conversationFields: readonly FilterField[] = [
  { name: 'personId', label: 'Person', placeholder: 'Full ID' },
];

/** The newest conversations with the assistant, without what was said. A row leads to its conversation. */
export function AssistantConversations({ filter }: { filter: Filter }) {
  const query = useAssistantConversations(filter);
  return (
    <Loaded
      query={query}
      failure="The conversations could not be loaded"
      missing={<WrongFilter fields={conversationFields} error={query.error} />}
      skeleton={<SkeletonBlocks heights={[60, 60, 60]} />}
    >
      {({ items }) =>
        items.length === 0 ? (
          <EmptyState
            title="No conversations"
            text="Conversations are deleted after 30 days, or earlier by the person."
          />
        ) : (
          <Table<ConversationFacts>
            size="small"
            rowKey="id"
            pagination={false}
            scroll={{ x: 'max-content' }}
            dataSource={items}
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
              { title: 'Person', render: (_, { personId }) => <PersonLink id={personId} /> },
              { title: 'Deleted on', render: (_, { expiresAt }) => dateAndTime(expiresAt) },
            ]}
          />
        )
      }
    </Loaded>
  );
}

/** Whose conversation it is. A visit without an account has no person. */
export function PersonLink({ id }: { id: string | null }) {
  if (id === null) return 'A visitor';
  return (
    <Link className="link" to={`/staff/people/${id}`}>
      {shortId(id)}
    </Link>
  );
}
