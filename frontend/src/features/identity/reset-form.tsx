import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { z } from 'zod';
import { email } from '#identity/contract';
import { rulesOf, tidy } from '../../shared/form.ts';

const reset = z.object({ email });
const shape = (values: Record<string, unknown>) => tidy(reset, values);
const rules = rulesOf(reset, shape);

export function ResetForm({ onSubmit }: { onSubmit: (email: string) => Promise<void> }) {
  const [sending, setSending] = useState(false);
  const send = async (values: Record<string, unknown>) => {
    setSending(true);
    await onSubmit(reset.parse(shape(values)).email);
    setSending(false);
  };
  return (
    <Form name="reset" layout="vertical" onFinish={(values) => void send(values)} requiredMark={false}>
      <Form.Item name="email" label="Email" rules={rules('email')}>
        <Input type="email" autoComplete="email" inputMode="email" />
      </Form.Item>
      <Button type="primary" htmlType="submit" size="large" block loading={sending}>
        Send reset email
      </Button>
    </Form>
  );
}
