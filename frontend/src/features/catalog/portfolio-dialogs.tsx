import { Form, Input, Modal } from 'antd';
import { type OwnPicture, pictureTexts } from '#catalog/contract';
import { rulesFor, serverFieldErrors, toInput } from '../../platform/form-rules.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useDescribePicture, useRemovePicture } from './portfolio-api.ts';

/** Each dialog is open while it has a picture. */
type DialogProps = { picture: OwnPicture | undefined; onClose: () => void };

const rules = rulesFor(pictureTexts, (values) => toInput(pictureTexts, values));

/** The title and description of a picture. */
export function CaptionDialog({ picture, onClose }: DialogProps) {
  const [form] = Form.useForm();
  const describe = useDescribePicture(picture?.id ?? '');
  const save = ({ title, description }: { title?: string; description?: string }) =>
    describe.mutate(pictureTexts.parse({ title: title ?? null, description: description ?? null }), {
      onSuccess: onClose,
      onError: (error) => form.setFields(serverFieldErrors(error)),
    });
  return (
    <Modal
      title="Caption"
      open={picture !== undefined}
      okText="Save"
      confirmLoading={describe.isPending}
      onOk={form.submit}
      onCancel={onClose}
      destroyOnHidden
    >
      <Form
        key={picture?.id}
        form={form}
        name="caption"
        layout="vertical"
        initialValues={{ title: picture?.title, description: picture?.description }}
        preserve={false}
        onFinish={save}
      >
        <Form.Item name="title" label="Title" rules={rules('title')}>
          <Input placeholder="First dance" maxLength={120} />
        </Form.Item>
        <Form.Item name="description" label="Description" rules={rules('description')}>
          <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} maxLength={1000} />
        </Form.Item>
      </Form>
    </Modal>
  );
}

export function DeleteDialog({ picture, onClose }: DialogProps) {
  const remove = useRemovePicture();
  return (
    <ConfirmDialog
      title="Delete this photo?"
      open={picture !== undefined}
      confirm="Delete photo"
      keep="Keep photo"
      submitting={remove.isPending}
      onConfirm={() => picture && remove.mutate(picture.id, { onSuccess: onClose })}
      onKeep={onClose}
    >
      <p>It is removed from your profile at once. This cannot be undone.</p>
    </ConfirmDialog>
  );
}
