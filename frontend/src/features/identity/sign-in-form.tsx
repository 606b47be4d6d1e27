import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { type SignIn, signIn } from '#identity/contract';
import { rulesOf, tidy } from '../../shared/form.ts';

const shape = (values: Record<string, unknown>) => tidy(signIn, values);
const rules = rulesOf(signIn, shape);

export function SignInForm({ onSubmit }: { onSubmit: (who: SignIn) => Promise<void> }) {
  const [sending, setSending] = useState(false);
  const send = async (values: Record<string, unknown>) => {
    setSending(true);
    await onSubmit(signIn.parse(shape(values)));
    setSending(false);
  };
  return (
    <Form name="sign-in" layout="vertical" onFinish={(values) => void send(values)} requiredMark={false}>
      <Form.Item name="email" label="Email" rules={rules('email')}>
        <Input type="email" autoComplete="email" inputMode="email" />
      </Form.Item>
      <Form.Item name="password" label="Password" rules={rules('password')}>
        <Input.Password autoComplete="current-password" />
      </Form.Item>
      <p className="small forgot">
        <Link className="link" to="/reset-password">
          Forgot password?
        </Link>
      </p>
      <Button type="primary" htmlType="submit" size="large" block loading={sending}>
        Sign In
      </Button>
    </Form>
  );
}
