import type { UseMutationResult } from '@tanstack/react-query';
import { Button, Form } from 'antd';
import type { ReactNode } from 'react';
import { serverFieldErrors } from '../../platform/form-rules.ts';

type Values = Record<string, unknown>;
type ProfilePartFormProps<Change> = {
  name: string;
  initialValues: Values;
  /** Turns what was typed into the request. */
  toChange: (values: Values) => Change;
  saving: UseMutationResult<unknown, Error, Change>;
  children: ReactNode;
};

/** A form that saves one part of the professional's own profile. */
export function ProfilePartForm<Change>({
  name,
  initialValues,
  toChange,
  saving,
  children,
}: ProfilePartFormProps<Change>) {
  const [form] = Form.useForm();
  const save = () =>
    saving.mutate(toChange(form.getFieldsValue(true)), {
      onError: (error) => form.setFields(serverFieldErrors(error)),
    });
  return (
    <Form form={form} name={name} layout="vertical" initialValues={initialValues} onFinish={save}>
      {children}
      <Button type="primary" htmlType="submit" loading={saving.isPending}>
        Save
      </Button>
    </Form>
  );
}
