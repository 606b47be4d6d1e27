import type { User } from '@supabase/auth-js';
import { Button, Form } from 'antd';
import { ownDetails } from '#identity/contract';
import { rulesFor } from '../../platform/form-rules.ts';
import { useChangedValues } from '../../ui/changed-values.ts';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonBlocks } from '../../ui/states.tsx';
import { useAccount, useChangeDetails } from './account.ts';
import { NameFields, PhoneField } from './account-fields.tsx';

const rules = rulesFor(ownDetails);

/** The names and the phone number of the signed-in user, with a form to change them. */
export function DetailsCard() {
  const account = useAccount();
  return (
    <Panel
      title="Name and phone"
      text="Your name is shown to everyone you work with. Your phone number is shown to professionals who unlock one of your leads, and to the other party of a confirmed booking."
    >
      <Loaded query={account} failure="Your account could not be loaded" skeleton={<SkeletonBlocks heights={[180]} />}>
        {(user) => <DetailsForm user={user} />}
      </Loaded>
    </Panel>
  );
}

function DetailsForm({ user: { user_metadata: metadata } }: { user: User }) {
  const [form] = Form.useForm();
  const change = useChangeDetails();
  const { first_name: firstName = '', last_name: lastName = '', phone = '' } = metadata;
  const saved = { firstName, lastName, phone };
  const { changed, isEdited, onValuesChange, onSaved } = useChangedValues(form, saved);
  const save = () => {
    const sent = changed();
    change.mutate(ownDetails.partial().parse(sent), { onSuccess: () => onSaved(sent) });
  };
  return (
    <Form
      form={form}
      name="details"
      layout="vertical"
      requiredMark="optional"
      initialValues={saved}
      onValuesChange={onValuesChange}
      onFinish={save}
    >
      <NameFields rules={rules} />
      <PhoneField rules={rules} />
      <Button type="primary" htmlType="submit" loading={change.isPending}>
        Save
      </Button>
      <LeaveGuard active={isEdited} title="Leave without saving?" leave="Leave" stay="Stay">
        Your changes are not saved yet.
      </LeaveGuard>
    </Form>
  );
}
