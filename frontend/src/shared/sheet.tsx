import { Button, Form, type FormInstance } from 'antd';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { fieldErrors } from './form.ts';
import './field.css';
import './sheet.css';

type Values = Record<string, unknown>;

type SheetProps = {
  form: FormInstance;
  name: string;
  initialValues: Values;
  cancelTo: string;
  /** What the button says that sends it. */
  send: string;
  /** Throws what the server complains about; it then stands beside its field. */
  onSend: (values: Values) => Promise<void>;
  children: ReactNode;
};

/** A long form in parts, with one way out and one way on. */
export function Sheet({ form, name, initialValues, cancelTo, send, onSend, children }: SheetProps) {
  const [sending, setSending] = useState(false);
  const finish = async (values: Values) => {
    setSending(true);
    try {
      await onSend(values);
    } catch (error) {
      form.setFields(fieldErrors(error));
    } finally {
      setSending(false);
    }
  };
  return (
    <Form
      form={form}
      name={name}
      layout="vertical"
      className="sheet"
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
          {send}
        </Button>
      </div>
    </Form>
  );
}

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="card pad part">
      <legend>
        <h2>{title}</h2>
      </legend>
      {children}
    </fieldset>
  );
}
