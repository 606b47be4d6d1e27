import type { User } from '@supabase/auth-js';
import { Alert, Button, Form } from 'antd';
import { z } from 'zod';
import { email } from '#identity/contract';
import { rulesFor } from '../../platform/form-rules.ts';
import { Panel } from '../../ui/panel.tsx';
import { EmailField } from './account-fields.tsx';
import { useChangeEmail } from './api.ts';

const change = z.object({ email });
const rules = rulesFor(change);

/** The current email, the one waiting to be confirmed, and a form to change it. */
export function EmailCard({ account }: { account: User }) {
  const [form] = Form.useForm<{ email: string }>();
  const changeEmail = useChangeEmail();
  const save = (values: { email: string }) => changeEmail.mutate(values.email, { onSuccess: () => form.resetFields() });
  const text = (
    <>
      You sign in with <b>{account.email}</b>.
    </>
  );
  return (
    <Panel title="Email address" text={text}>
      {account.new_email && (
        <Alert
          className="notice"
          role="status"
          title={
            <>
              <b>{account.new_email}</b> is waiting to be confirmed. Open the links in the emails we sent to both
              addresses.
            </>
          }
        />
      )}
      <Form form={form} name="change-email" layout="vertical" requiredMark={false} onFinish={save}>
        <EmailField label="New email" rules={rules('email')} />
        <Button type="primary" htmlType="submit" loading={changeEmail.isPending}>
          Change email
        </Button>
      </Form>
    </Panel>
  );
}
