import { Button, Form, Input } from 'antd';
import { z } from 'zod';
import { password } from '#identity/contract';
import { rulesFor, toInput } from '../../platform/form-rules.ts';
import { useSending } from './sending.ts';

const newPassword = z.object({ password });
const shape = (values: Record<string, unknown>) => toInput(newPassword, values);
const rules = rulesFor(newPassword, shape);

/** For those who came from a password mail. */
export function NewPasswordForm({ onSubmit }: { onSubmit: (password: string) => Promise<void> }) {
  const { sending, send } = useSending();
  const submit = (values: Record<string, unknown>) =>
    send('form', () => onSubmit(newPassword.parse(shape(values)).password));
  return (
    <Form name="new-password" layout="vertical" onFinish={submit} requiredMark={false}>
      <Form.Item
        name="password"
        label="New password"
        rules={rules('password')}
        extra="At least 8 characters, with one uppercase letter and one number"
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
      <Button type="primary" htmlType="submit" size="large" block loading={sending !== undefined}>
        Set a new password
      </Button>
    </Form>
  );
}
