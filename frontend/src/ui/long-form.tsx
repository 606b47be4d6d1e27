import { Button, Flex, Form, type FormInstance } from 'antd';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'react-router-dom';
import type { Draft } from '../platform/drafts.ts';
import { serverFieldErrors } from '../platform/form-rules.ts';
import { useDraft } from './draft-offer.tsx';
import './long-form.css';

type Values = Record<string, unknown>;

type LongFormProps = {
  form: FormInstance;
  name: string;
  initialValues: Values;
  cancelTo: string;
  /** Identifies the form and the user. What is typed is stored under this key until the form is sent. */
  draftKey: string;
  /** What is restored of a draft; everything by default. */
  fromDraft?: (draft: Draft) => Draft;
  /** The submit button's label. */
  submitLabel: string;
  submitting: boolean;
  /** Why the last submission failed. What the server says about a field is shown beside that field. */
  error: unknown;
  onSubmit: (values: Values) => void;
  children: ReactNode;
};

/** A form in sections, with a cancel link and a submit button. */
export function LongForm(props: LongFormProps) {
  const { form, name, initialValues, cancelTo, draftKey, fromDraft, submitLabel } = props;
  const { submitting, error, onSubmit, children } = props;
  const { offer, save } = useDraft(draftKey, form, fromDraft);
  useEffect(() => form.setFields(serverFieldErrors(error)), [form, error]);
  return (
    <Form
      form={form}
      name={name}
      layout="vertical"
      className="stack"
      initialValues={initialValues}
      onFinish={onSubmit}
      onValuesChange={save}
    >
      {offer}
      {children}
      <Flex className="form-end" gap={10} justify="end">
        <Link className="button" to={cancelTo}>
          Cancel
        </Link>
        <Button type="primary" htmlType="submit" loading={submitting}>
          {submitLabel}
        </Button>
      </Flex>
    </Form>
  );
}
