import { Form, type FormRule, Input } from 'antd';

type FieldProps = { label?: string; rules: FormRule[]; required?: boolean };

export function EmailField({ label = 'Email', ...item }: FieldProps) {
  return (
    <Form.Item name="email" label={label} {...item}>
      <Input type="email" autoComplete="email" inputMode="email" />
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
