import { Button, Form, type FormInstance } from 'antd';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { serverFieldErrors } from '../platform/form-rules.ts';
import './field.css';
import './long-form.css';

type Values = Record<string, unknown>;

type LongFormProps = {
  form: FormInstance;
  name: string;
  initialValues: Values;
  cancelTo: string;
  /** The submit button's label. */
  submitLabel: string;
  /** Throws what the server complains about; it then stands beside its field. */
  onSubmit: (values: Values) => Promise<void>;
  children: ReactNode;
};

/** A long form in parts, with one way out and one way on. */
export function LongForm({ form, name, initialValues, cancelTo, submitLabel, onSubmit, children }: LongFormProps) {
  const [sending, setSending] = useState(false);
  const finish = async (values: Values) => {
    setSending(true);
    try {
      await onSubmit(values);
    } catch (error) {
      form.setFields(serverFieldErrors(error));
    } finally {
      setSending(false);
    }
  };
  return (
    <Form
      form={form}
      name={name}
      layout="vertical"
      className="long-form"
      initialValues={initialValues}
      onFinish={(values: Values) => void finish(values)}
      scrollToFirstError={{ behavior: 'smooth', block: 'center' }}
    >
      {children}
      <div className="form-end">
        <Link className="button" to={cancelTo}>
          Cancel
        </Link>
        <Button type="primary" htmlType="submit" loading={sending}>
          {submitLabel}
        </Button>
      </div>
    </Form>
  );
}

export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="card pad form-section">
      <legend>
        <h2>{title}</h2>
      </legend>
      {children}
    </fieldset>
  );
}
