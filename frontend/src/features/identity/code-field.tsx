import { Form, Input } from 'antd';

const sixDigits = [{ pattern: /^\s*(\d\s*){6}$/, required: true, message: 'Enter the six digits' }];

/** Six digits from an app or a mail. */
export function CodeField({ label, extra, autoFocus }: { label: string; extra?: string; autoFocus?: boolean }) {
  return (
    <Form.Item name="code" label={label} extra={extra} rules={sixDigits} validateTrigger="onSubmit">
      <Input className="code" inputMode="numeric" autoComplete="one-time-code" maxLength={9} autoFocus={autoFocus} />
    </Form.Item>
  );
}
