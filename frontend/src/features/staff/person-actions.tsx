import { Button, Flex, Form, Select } from 'antd';
import { useState } from 'react';
import type { StaffPerson, StaffPersonAction, StaffRoleChange } from '#backoffice/contract';
import { maxReasonLength } from '#bookings/contract';
import { staffRoles } from '#identity/contract';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { ReasonField } from '../../ui/form-fields.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useActOnPerson, useChangeStaffRole } from './api.ts';
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
export function PersonActions({ person: { id, suspended, staffRoles: held } }: { person: StaffPerson }) {
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
        <StaffRoleButton id={id} held={held} />
      </Flex>
      <ReasonDialog
        name="act-on-person"
        title={actions[chosen].label}
        text={`${actions[chosen].text} The log records who did it and why.`}
        confirm={actions[chosen].label}
        open={open}
        submitting={act.isPending}
        onReason={(reason) => act.mutate({ action: chosen, reason }, { onSuccess: () => setOpen(false) })}
        onClose={() => setOpen(false)}
      />
    </Panel>
  );
}

type RoleForm = Pick<StaffRoleChange, 'role' | 'reason'>;

function StaffRoleButton({ id, held }: { id: string; held: StaffPerson['staffRoles'] }) {
  const [open, setOpen] = useState(false);
  const change = useChangeStaffRole(id);
  const send = ({ role, reason }: RoleForm) =>
    change.mutate({ role, reason: reason.trim(), held: !held.includes(role) }, { onSuccess: () => setOpen(false) });
  return (
    <>
      <Button onClick={() => setOpen(true)}>Change Staff Roles</Button>
      <FormDialog<RoleForm>
        name="change-staff-role"
        title="Change staff roles"
        text="The change applies from the next request on. The log records who made it and why."
        confirm="Change Role"
        open={open}
        submitting={change.isPending}
        requiredMark={false}
        onFinish={send}
        onClose={() => setOpen(false)}
      >
        <Form.Item name="role" label="Change" rules={[{ required: true, message: 'Choose a change' }]}>
          <Select
            placeholder="Choose one"
            virtual={false}
            options={staffRoles.map((role) => ({
              value: role,
              label: held.includes(role) ? `Remove the role ${role}` : `Give the role ${role}`,
            }))}
          />
        </Form.Item>
        <ReasonField label="Reason" extra={reasonHint} maxLength={maxReasonLength} missing="Enter a reason" />
      </FormDialog>
    </>
  );
}
