import { Button, Flex, Form, Input, Table, Tag } from 'antd';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { type FoundPerson, maxFoundPeople } from '#backoffice/contract';
import { shortDate } from '../../platform/dates.ts';
import { titleCase } from '../../platform/text.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { EmptyState, SkeletonBlocks } from '../../ui/states.tsx';
import { useFoundPeople } from './api.ts';
import { shortId } from './timeline-entries.ts';
import { WrongFilter } from './wrong-filter.tsx';

const field = { name: 'text', label: 'Email, ID or name' } as const;

/**
 * Finds people. What is searched is personal data, so it is kept in the state of the entry in the browser's history and
 * not in the address.
 */
export function PeopleSearch() {
  const { text } = (useLocation().state ?? {}) as { text?: string };
  const navigate = useNavigate();
  return (
    <div className="stack staff-list">
      <search aria-label="People">
        <Form<{ text: string }>
          key={text}
          name="people"
          layout="vertical"
          requiredMark={false}
          className="card pad"
          initialValues={{ text }}
          onFinish={(values) => void navigate('/staff/people', { state: { text: values.text.trim() } })}
        >
          <Form.Item
            {...field}
            extra="The full email address, the full ID, the full name, or a word of a professional’s name."
            rules={[{ required: true, whitespace: true, message: 'Enter an email address, an ID or a name' }]}
          >
            <Input autoComplete="off" allowClear />
          </Form.Item>
          <Flex>
            <Button type="primary" htmlType="submit">
              Search
            </Button>
          </Flex>
        </Form>
      </search>
      {text && <FoundPeople text={text} />}
    </div>
  );
}

function FoundPeople({ text }: { text: string }) {
  const query = useFoundPeople(text);
  return (
    <Loaded
      query={query}
      failure="The people could not be loaded"
      missing={<WrongFilter fields={[field]} error={query.error} />}
      skeleton={<SkeletonBlocks heights={[60, 60]} />}
    >
      {({ items }) =>
        items.length === 0 ? (
          <EmptyState
            title="No people"
            text="No account has this email address, ID or full name, and no professional this word in their name."
          />
        ) : (
          <>
            {items.length >= maxFoundPeople && (
              <p className="muted">
                Only {items.length} people are shown, and there may be more. Search for the full name or the email
                address to find others.
              </p>
            )}
            <Table<FoundPerson>
              size="small"
              rowKey="id"
              pagination={false}
              scroll={{ x: 'max-content' }}
              dataSource={items}
              columns={[
                {
                  title: 'Person',
                  render: (_, { id, shortName }) => <Link to={`/staff/people/${id}`}>{shortName ?? shortId(id)}</Link>,
                },
                { title: 'Role', render: (_, person) => <Roles person={person} /> },
                { title: 'Joined', render: (_, { createdAt }) => shortDate(createdAt.slice(0, 10)) },
              ]}
            />
          </>
        )
      }
    </Loaded>
  );
}

/** The role of a person, their staff roles, and whether they are suspended or erased. */
export function Roles({ person: { role, staffRoles, suspended, has } }: { person: FoundPerson }) {
  return (
    <>
      {titleCase(role)}
      {staffRoles.length > 0 && `, staff (${staffRoles.join(', ')})`} {suspended && <Tag color="error">Suspended</Tag>}
      {has.length === 0 && <Tag>Erased</Tag>}
    </>
  );
}
