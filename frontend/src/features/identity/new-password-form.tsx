import { Button, Form } from 'antd';
import { z } from 'zod';
import { password } from '#identity/contract';
import { rulesFor } from '../../platform/form-rules.ts';
import { NewPasswordField } from './account-fields.tsx';

const newPassword = z.object({ password });
const rules = rulesFor(newPassword);

type NewPasswordFormProps = { submitting: boolean; onSubmit: (password: string) => void };

/** Sets a new password, for users who followed the link in a password mail. */
export function NewPasswordForm({ submitting, onSubmit }: NewPasswordFormProps) {
  const submit = (values: Record<string, unknown>) => onSubmit(newPassword.parse(values).password);
  return (
    <Form name="new-password" layout="vertical" onFinish={submit} requiredMark={false}>
      <NewPasswordField rules={rules('password')} />
      <Button type="primary" htmlType="submit" size="large" block loading={submitting}>
        Set a new password
      </Button>
    </Form>
  );
}
