import { Button, Form, Input } from 'antd';
import { Link } from 'react-router-dom';
import { type SignIn, signIn } from '#identity/contract';
import { rulesFor } from '../../platform/form-rules.ts';
import { EmailField } from './account-fields.tsx';

const rules = rulesFor(signIn);

type SignInFormProps = { submitting: boolean; onSubmit: (credentials: SignIn) => void };

export function SignInForm({ submitting, onSubmit }: SignInFormProps) {
  const submit = (values: Record<string, unknown>) => onSubmit(signIn.parse(values));
  return (
    <Form name="sign-in" layout="vertical" onFinish={submit} requiredMark={false}>
      <EmailField rules={rules('email')} />
      <Form.Item name="password" label="Password" rules={rules('password')}>
        <Input.Password autoComplete="current-password" />
      </Form.Item>
      <p className="small forgot">
        <Link className="link" to="/reset-password">
          Forgot password?
        </Link>
      </p>
      <Button type="primary" htmlType="submit" size="large" block loading={submitting}>
        Sign In
      </Button>
    </Form>
  );
}
