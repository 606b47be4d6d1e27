import { Button, Flex, Form, Select } from 'antd';
import { useState } from 'react';
import type { StaffPerson, StaffPersonAction } from '#backoffice/contract';
import { maxReasonLength } from '#bookings/contract';
import { roles, staffRoles } from '#identity/contract';
import { titleCase } from '../../platform/text.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { ReasonField } from '../../ui/form-fields.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useActOnPerson, useChangeStaffRole, useChangeUserRole } from './api.ts';
import { ReasonDialog, reasonHint } from './reason-dialog.tsx';

/** What each action is called, and what it changes. */
const actions: Readonly<Record<StaffPersonAction, { label: string; text: string }>> = {
  suspend: {
    label: 'Suspend Account',
    text: 'All sessions of this person end now, and they cannot sign in again until they are reinstated.',
  },
  reinstate: { label: 'Reinstate Account', text: 'This person can sign in again.' },
  'reset-factors': {
    label: 'Reset Second Factors',
    text: 'All second factors of this person are removed. First make sure in another way that they are the person who asks.',
  },
};

/** What administrators can do with the account of another person. */
export function PersonActions({ person }: { person: StaffPerson }) {
  const { id, suspended } = person;
  const [chosen, setChosen] = useState<StaffPersonAction>('suspend');
  const [open, setOpen] = useState(false);
  const act = useActOnPerson(id);
  const choose = (action: StaffPersonAction) => {
    setChosen(action);
    setOpen(true);
  };
  const state = suspended ? 'reinstate' : 'suspend';
  return (
    <Panel title="Account">
      <Flex wrap gap={8}>
        <Button danger={!suspended} onClick={() => choose(state)}>
          {actions[state].label}
        </Button>
        <Button onClick={() => choose('reset-factors')}>{actions['reset-factors'].label}</Button>
        <UserRoleButton person={person} />
        <StaffRoleButton person={person} />
      </Flex>
      <ReasonDialog
        name="act-on-person"
        title={actions[chosen].label}
        text={`${actions[chosen].text} They get an email with the reason, and the log records who did it.`}
        confirm={actions[chosen].label}
        open={open}
        submitting={act.isPending}
        onReason={(reason) => act.mutate({ action: chosen, reason }, { onSuccess: () => setOpen(false) })}
        onClose={() => setOpen(false)}
      />
    </Panel>
  );
}

type ChoiceForm<Value> = { choice: Value; reason: string };
type ChoiceButtonProps<Value> = {
  /** The label of the button, and the title of the dialog that it opens. */
  label: string;
  /** The name of the dialog's form. */
  name: string;
  text: string;
  options: readonly { value: Value; label: string }[];
  change: { mutate: (sent: ChoiceForm<Value>, done: { onSuccess: () => void }) => void; isPending: boolean };
};

/** A button that opens a dialog with a choice and a reason. */
function ChoiceButton<Value extends string>({ label, name, text, options, change }: ChoiceButtonProps<Value>) {
  const [open, setOpen] = useState(false);
  const send = ({ choice, reason }: ChoiceForm<Value>) =>
    change.mutate({ choice, reason: reason.trim() }, { onSuccess: () => setOpen(false) });
  return (
    <>
      <Button onClick={() => setOpen(true)}>{label}</Button>
      <FormDialog<ChoiceForm<Value>>
        name={name}
        title={label}
        text={`${text} The change applies from the next request on. The log records who made it and why.`}
        confirm="Change Role"
        open={open}
        submitting={change.isPending}
        requiredMark={false}
        onFinish={send}
        onClose={() => setOpen(false)}
      >
        <Form.Item name="choice" label="Change" rules={[{ required: true, message: 'Choose a change' }]}>
          <Select placeholder="Choose one" virtual={false} options={[...options]} />
        </Form.Item>
        <ReasonField label="Reason" extra={reasonHint} maxLength={maxReasonLength} missing="Enter a reason" />
      </FormDialog>
    </>
  );
}

function UserRoleButton({ person: { id, role: current } }: { person: StaffPerson }) {
  const { mutate, isPending } = useChangeUserRole(id);
  return (
    <ChoiceButton
      label="Change Role"
      name="change-role"
      text="A client can become a professional as long as they have no open leads and bookings, and a professional a client as long as they have no profile. They get an email with the reason."
      options={roles.filter((role) => role !== current).map((value) => ({ value, label: titleCase(value) }))}
      change={{ mutate: ({ choice, reason }, done) => mutate({ role: choice, reason }, done), isPending }}
    />
  );
}

function StaffRoleButton({ person: { id, staffRoles: held } }: { person: StaffPerson }) {
  const { mutate, isPending } = useChangeStaffRole(id);
  return (
    <ChoiceButton
      label="Change Staff Roles"
      name="change-staff-role"
      text="Staff roles decide what this person can do in the back office."
      options={staffRoles.map((value) => ({
        value,
        label: held.includes(value) ? `Remove the role ${value}` : `Give the role ${value}`,
      }))}
      change={{
        mutate: ({ choice, reason }, done) => mutate({ role: choice, reason, held: !held.includes(choice) }, done),
        isPending,
      }}
    />
  );
}
