import { Flex, Form, type FormProps } from 'antd';
import type { ReactNode } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';

type FormDialogProps<Values> = Pick<FormProps<Values>, 'initialValues' | 'requiredMark'> & {
  /** The name of the form, from which the ids of its fields follow. */
  name: string;
  title: string;
  /** What sending the form changes. */
  text: ReactNode;
  confirm: string;
  open: boolean;
  submitting: boolean;
  onFinish: (values: Values) => void;
  onClose: () => void;
  children: ReactNode;
};

/** A dialog with a form, which opens with its initial values each time. `children` are its fields. */
export function FormDialog<Values extends object>(props: FormDialogProps<Values>) {
  const { title, text, confirm, open, submitting, onFinish, onClose, children, ...formProps } = props;
  const [form] = Form.useForm<Values>();
  return (
    <ConfirmDialog
      title={title}
      open={open}
      confirm={confirm}
      keep="Close"
      danger={false}
      submitting={submitting}
      onConfirm={form.submit}
      onKeep={onClose}
    >
      <Flex vertical gap={18}>
        <p>{text}</p>
        <Form form={form} layout="vertical" preserve={false} onFinish={onFinish} {...formProps}>
          {children}
        </Form>
      </Flex>
    </ConfirmDialog>
  );
}
