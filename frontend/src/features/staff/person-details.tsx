import { Button, Checkbox, Flex, Form, Table } from 'antd';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import {
  type Access,
  type AccessedField,
  maxShownAccesses,
  type PersonalField,
  type StaffPerson,
} from '#backoffice/contract';
import { maxReasonLength } from '#bookings/contract';
import { dateAndTime } from '../../platform/dates.ts';
import { amount } from '../../platform/text.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { ReasonField } from '../../ui/form-fields.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useRevealPerson } from './api.ts';
import { Roles } from './people-search.tsx';
import { PersonActions } from './person-actions.tsx';
import { reasonHint } from './reason-dialog.tsx';
import { shortId } from './timeline-entries.ts';

const fieldLabels: Readonly<Record<PersonalField, string>> = { name: 'Name', email: 'Email address', phone: 'Phone' };
/** What staff may have seen of a person. */
const shownNames: Readonly<Record<AccessedField, string>> = {
  ...fieldLabels,
  bankDetails: 'Bank details',
  gallery: 'Gallery',
  report: 'Reports to Festoon',
  refundRequest: 'Refund requests',
};
const fields = Object.keys(fieldLabels) as readonly PersonalField[];

type PersonDetailsProps = {
  person: StaffPerson;
  /** Whether the viewer can act on this account. */
  mayManage: boolean;
};

/** What staff see of a person. Personal data is hidden until it is revealed with a reason. */
export function PersonDetails({ person, mayManage }: PersonDetailsProps) {
  return (
    <div className="stack staff-list">
      <PersonalData person={person} />
      <Panel title="What they have">
        <dl className="audit-details">
          <Line label="Role">
            <Roles person={person} />
          </Line>
          <Line label="Joined">{dateAndTime(person.createdAt)}</Line>
          <Line label="Bookings">
            <Link to={`/staff/bookings?id=${person.id}`}>{person.bookings.all}</Link>
          </Line>
          <Line label="Leads posted">{person.leads.posted}</Line>
          <Line label="Leads unlocked">{person.leads.unlocked}</Line>
          <Line label="Galleries">{person.galleries}</Line>
          <Line label="Sessions">
            {person.sessions.length === 0
              ? 'None'
              : person.sessions.map(({ createdAt, lastUsedAt }) => (
                  <div key={createdAt}>
                    Since {dateAndTime(createdAt)}, last used {dateAndTime(lastUsedAt)}
                  </div>
                ))}
          </Line>
        </dl>
      </Panel>
      {mayManage && <PersonActions person={person} />}
      <Accesses accesses={person.accesses} />
    </div>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

type RevealForm = { fields: readonly PersonalField[]; reason: string };

function PersonalData({ person: { id, has } }: { person: StaffPerson }) {
  const [open, setOpen] = useState(false);
  const reveal = useRevealPerson(id);
  const values = reveal.data ?? {};
  return (
    <Panel title="Personal data" text={has.length === 0 ? 'This person was erased.' : undefined}>
      {has.length > 0 && (
        <Flex vertical gap={14} align="start">
          <dl className="audit-details">
            {fields.map((field) => (
              <Line key={field} label={fieldLabels[field]}>
                {has.includes(field) ? (values[field] ?? <span className="muted">Hidden</span>) : 'None'}
              </Line>
            ))}
          </dl>
          <Button onClick={() => setOpen(true)}>Reveal</Button>
        </Flex>
      )}
      <FormDialog<RevealForm>
        name="reveal-person"
        title="Reveal personal data"
        text="The log records who has seen what and why. The person can read it in the export of their data."
        confirm="Reveal"
        open={open}
        submitting={reveal.isPending}
        requiredMark={false}
        initialValues={{ fields: [...has] }}
        onFinish={(form) => reveal.mutate(form, { onSuccess: () => setOpen(false) })}
        onClose={() => setOpen(false)}
      >
        <Form.Item
          name="fields"
          label="What to show"
          rules={[{ required: true, type: 'array', min: 1, message: 'Choose what to show' }]}
        >
          <Checkbox.Group options={has.map((value) => ({ value, label: fieldLabels[value] }))} />
        </Form.Item>
        <ReasonField label="Reason" extra={reasonHint} maxLength={maxReasonLength} missing="Enter a reason" />
      </FormDialog>
    </Panel>
  );
}

/** What was shown: fields of the account, or events with their personal data. */
const shownDataText = ({ fields: shown, events }: Access): string =>
  shown.length > 0
    ? shown.map((field) => shownNames[field as AccessedField] ?? field).join(', ')
    : `${amount(events, 'event')} of the log`;

const accessesText = (count: number): string | undefined => {
  if (count === 0) return 'No one has seen the personal data.';
  return count < maxShownAccesses ? undefined : `The latest ${count}. The export of the person’s data has all of them.`;
};

function Accesses({ accesses }: { accesses: readonly Access[] }) {
  return (
    <Panel title="Who has seen it" text={accessesText(accesses.length)}>
      {accesses.length > 0 && (
        <Table<Access>
          size="small"
          rowKey="at"
          pagination={false}
          scroll={{ x: 'max-content' }}
          dataSource={[...accesses]}
          columns={[
            { title: 'Time', render: (_, { at }) => <time dateTime={at}>{dateAndTime(at)}</time> },
            { title: 'Who', render: (_, { by }) => `${by.role} ${shortId(by.id)}` },
            { title: 'What', render: (_, access) => shownDataText(access) },
            { title: 'Why', dataIndex: 'reason' },
          ]}
        />
      )}
    </Panel>
  );
}
