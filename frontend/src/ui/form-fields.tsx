import type { FormRule } from 'antd';
import { Form, Input, InputNumber, Select } from 'antd';
import type { ReactNode } from 'react';
import { today } from '../platform/dates.ts';

type FieldProps = { name: string; label: string; rules: FormRule[]; required?: boolean; extra?: ReactNode };

/** A choice among a few values, all visible when it is open. */
export function SelectField({ options, ...item }: FieldProps & { options: { value: string; label: string }[] }) {
  return (
    <Form.Item {...item}>
      <Select placeholder="Choose one" virtual={false} listHeight={380} options={options} />
    </Form.Item>
  );
}

// A rule in addition to the schema's, because a schema has no clock.
const notBeforeToday = (message: string) => ({
  validator: (_: unknown, date?: string): Promise<void> =>
    !date || date >= today() ? Promise.resolve() : Promise.reject(new Error(message)),
});

/** A calendar date from today on. `pastMessage` is shown for an earlier one. */
export function FutureDateField({ rules, pastMessage, ...item }: FieldProps & { pastMessage: string }) {
  return (
    <Form.Item {...item} rules={[...rules, notBeforeToday(pastMessage)]}>
      <Input type="date" min={today()} />
    </Form.Item>
  );
}

/** A field for a whole number. */
export function CountField(item: FieldProps) {
  return (
    <Form.Item {...item}>
      <InputNumber controls={false} inputMode="numeric" />
    </Form.Item>
  );
}

type ReasonFieldProps = { label: string; extra: string; maxLength: number; missing?: string };

/**
 * The field `reason` of a form: a text of several lines. `missing` is the message for an empty field; without it the
 * field is optional.
 */
export function ReasonField({ label, extra, maxLength, missing }: ReasonFieldProps) {
  const rules = missing === undefined ? [] : [{ required: true, whitespace: true, message: missing }];
  return (
    <Form.Item name="reason" label={label} extra={extra} rules={rules}>
      <Input.TextArea autoSize={{ minRows: 3, maxRows: 8 }} maxLength={maxLength} />
    </Form.Item>
  );
}
