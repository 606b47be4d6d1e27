import { Button, Form } from 'antd';
import { z } from 'zod';
import { email } from '#identity/contract';
import { rulesFor } from '../../platform/form-rules.ts';
import { EmailField } from './account-fields.tsx';

const reset = z.object({ email });
const rules = rulesFor(reset);

type ResetFormProps = { submitting: boolean; onSubmit: (email: string) => void };

export function ResetForm({ submitting, onSubmit }: ResetFormProps) {
  const submit = (values: Record<string, unknown>) => onSubmit(reset.parse(values).email);
  return (
    <Form name="reset" layout="vertical" onFinish={submit} requiredMark={false}>
      <EmailField rules={rules('email')} />
      <Button type="primary" htmlType="submit" size="large" block loading={submitting}>
        Send reset email
      </Button>
    </Form>
  );
}
