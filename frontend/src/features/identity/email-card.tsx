import type { User } from '@supabase/auth-js';
import { Button, Form, Input } from 'antd';
import { z } from 'zod';
import { email } from '#identity/contract';
import { rulesFor, toInput } from '../../platform/form-rules.ts';
import { useChangeEmail } from './api.ts';

const change = z.object({ email });
const rules = rulesFor(change, (values) => toInput(change, values));

/** The address, the one it is to become, and a form for another. */
export function EmailCard({ account }: { account: User }) {
  const [form] = Form.useForm<{ email: string }>();
  const changeEmail = useChangeEmail();
  const save = (values: { email: string }) => changeEmail.mutate(values.email, { onSuccess: () => form.resetFields() });
  return (
    <section className="card pad" aria-labelledby="email-title">
      <h2 id="email-title">Email address</h2>
      <p className="muted">
        You sign in with <b className="address">{account.email}</b>.
      </p>
      {account.new_email && (
        <p className="notice" role="status">
          <b className="address">{account.new_email}</b> is waiting to be confirmed. Open the links in the emails that
          we sent to both addresses.
        </p>
      )}
      <Form form={form} name="change-email" layout="vertical" requiredMark={false} onFinish={save}>
        <Form.Item name="email" label="New email address" rules={rules('email')}>
          <Input type="email" autoComplete="email" inputMode="email" />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={changeEmail.isPending}>
          Change email address
        </Button>
      </Form>
    </section>
  );
}
