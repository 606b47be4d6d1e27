import { Button, Form, Input } from 'antd';
import { z } from 'zod';
import { password } from '#identity/contract';
import { rulesFor, toInput } from '../../platform/form-rules.ts';

const newPassword = z.object({ password });
const shape = (values: Record<string, unknown>) => toInput(newPassword, values);
const rules = rulesFor(newPassword, shape);

type NewPasswordFormProps = { submitting: boolean; onSubmit: (password: string) => void };

/** Sets a new password, for users who followed the link in a password mail. */
export function NewPasswordForm({ submitting, onSubmit }: NewPasswordFormProps) {
  const submit = (values: Record<string, unknown>) => onSubmit(newPassword.parse(shape(values)).password);
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
      <Button type="primary" htmlType="submit" size="large" block loading={submitting}>
        Set a new password
      </Button>
    </Form>
  );
}
