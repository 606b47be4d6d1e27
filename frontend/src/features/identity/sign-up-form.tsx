import { Button, Checkbox, Form } from 'antd';
import { type Role, type SignUp, signUp } from '#identity/contract';
import { rulesFor, toInput } from '../../platform/form-rules.ts';
import { EmailField, NameFields, NewPasswordField, PhoneField } from './account-fields.tsx';
import { LegalLinks } from './legal-links.tsx';

type SignUpFormProps = { role: Role; submitting: boolean; onSubmit: (account: SignUp) => void };

/**
 * The second step of the sign-up. Fields are checked while the user types, and the form can be submitted once all of
 * them are valid.
 */
export function SignUpForm({ role, submitting, onSubmit }: SignUpFormProps) {
  const [form] = Form.useForm();
  const shape = (values: Record<string, unknown>) => toInput(signUp, { ...values, role });
  const rules = rulesFor(signUp, shape);
  const account = signUp.safeParse(shape(Form.useWatch([], form) ?? {}));
  const submit = () => {
    if (account.success) onSubmit(account.data);
  };
  return (
    <Form form={form} name="sign-up" layout="vertical" onFinish={submit} requiredMark="optional">
      <NameFields rules={rules} />
      <EmailField rules={rules('email')} required />
      <NewPasswordField label="Password" rules={rules('password')} required />
      <PhoneField rules={rules} />
      <Form.Item name="agreedToTerms" valuePropName="checked" rules={rules('agreedToTerms')}>
        <Checkbox>
          I agree to the <LegalLinks />
        </Checkbox>
      </Form.Item>
      <Button type="primary" htmlType="submit" size="large" block disabled={!account.success} loading={submitting}>
        Create Account
      </Button>
    </Form>
  );
}
