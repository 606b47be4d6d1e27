import { Button, Form, Input } from 'antd';
import { z } from 'zod';
import { email } from '#identity/contract';
import { rulesFor, toInput } from '../../platform/form-rules.ts';

const reset = z.object({ email });
const shape = (values: Record<string, unknown>) => toInput(reset, values);
const rules = rulesFor(reset, shape);

type ResetFormProps = { submitting: boolean; onSubmit: (email: string) => void };

export function ResetForm({ submitting, onSubmit }: ResetFormProps) {
  const submit = (values: Record<string, unknown>) => onSubmit(reset.parse(shape(values)).email);
  return (
    <Form name="reset" layout="vertical" onFinish={submit} requiredMark={false}>
      <Form.Item name="email" label="Email" rules={rules('email')}>
        <Input type="email" autoComplete="email" inputMode="email" />
      </Form.Item>
      <Button type="primary" htmlType="submit" size="large" block loading={submitting}>
        Send reset email
      </Button>
    </Form>
  );
}
