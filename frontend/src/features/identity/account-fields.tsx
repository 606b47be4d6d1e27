import { Form, type FormRule, Input } from 'antd';

type FieldProps = { label?: string; rules: FormRule[]; required?: boolean };

export function EmailField({ label = 'Email', ...item }: FieldProps) {
  return (
    <Form.Item name="email" label={label} {...item}>
      <Input type="email" autoComplete="email" inputMode="email" />
    </Form.Item>
  );
}

type RulesOf = (field: string) => FormRule[];

/** The fields for a person's names, beside each other where there is room. */
export function NameFields({ rules }: { rules: RulesOf }) {
  return (
    <div className="columns fields">
      <Form.Item name="firstName" label="First name" rules={rules('firstName')} required>
        <Input autoComplete="given-name" />
      </Form.Item>
      <Form.Item name="lastName" label="Last name" rules={rules('lastName')} required>
        <Input autoComplete="family-name" />
      </Form.Item>
    </div>
  );
}

export function PhoneField({ rules }: { rules: RulesOf }) {
  return (
    <Form.Item name="phone" label="Phone" rules={rules('phone')}>
      <Input type="tel" autoComplete="tel" />
    </Form.Item>
  );
}

export function NewPasswordField({ label = 'New password', ...item }: FieldProps) {
  return (
    <Form.Item
      name="password"
      label={label}
      extra="At least 8 characters, with one uppercase letter and one number"
      {...item}
    >
      <Input.Password autoComplete="new-password" />
    </Form.Item>
  );
}
