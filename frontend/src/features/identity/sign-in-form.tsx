import { Button, Form, Input } from 'antd';
import { Link } from 'react-router-dom';
import { type SignIn, signIn } from '#identity/contract';
import { rulesFor, toInput } from '../../platform/form-rules.ts';
import { useSending } from './sending.ts';

const shape = (values: Record<string, unknown>) => toInput(signIn, values);
const rules = rulesFor(signIn, shape);

export function SignInForm({ onSubmit }: { onSubmit: (who: SignIn) => Promise<void> }) {
  const { sending, send } = useSending();
  const submit = (values: Record<string, unknown>) => send('form', () => onSubmit(signIn.parse(shape(values))));
  return (
    <Form name="sign-in" layout="vertical" onFinish={submit} requiredMark={false}>
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
      <Button type="primary" htmlType="submit" size="large" block loading={sending !== undefined}>
        Sign In
      </Button>
    </Form>
  );
}
