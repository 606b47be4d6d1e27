import { Button, Flex, Form, Input, Radio } from 'antd';
import { newGalleryShare } from '#galleries/contract';
import { rulesFor } from '../../platform/form-rules.ts';
import { FutureDateField } from '../../ui/form-fields.tsx';
import { useCreateShare } from './share-api.ts';
import { type ShareValues, shareInput } from './share-input.ts';

const rules = rulesFor(newGalleryShare, (values) => shareInput(values as ShareValues));

type ShareFormProps = {
  galleryId: string;
  onCreated: (path: string) => void;
  onCancel: () => void;
};

/** What a new link allows, and what protects it. */
export function ShareForm({ galleryId, onCreated, onCancel }: ShareFormProps) {
  const [form] = Form.useForm<ShareValues>();
  const { mutate, isPending } = useCreateShare(galleryId);
  const withDownloads = Form.useWatch('access', form) === 'download';
  return (
    <Form
      form={form}
      name="gallery-share"
      layout="vertical"
      initialValues={{ access: 'view' }}
      onFinish={(values) => mutate(shareInput(values), { onSuccess: ({ path }) => onCreated(path) })}
    >
      <Form.Item name="access" label="Visitors can" required>
        <Radio.Group
          options={[
            { value: 'view', label: 'View' },
            { value: 'download', label: 'View and download' },
          ]}
        />
      </Form.Item>
      <div className="columns fields">
        <Form.Item name="label" label="Name" extra="Only you see it." rules={rules('label')}>
          <Input placeholder="Grandparents" />
        </Form.Item>
        <FutureDateField name="lastDay" label="Last day" rules={[]} pastMessage="Choose a date that has not passed" />
        <Form.Item name="password" label="Password" extra="Needed to see the gallery." rules={rules('password')}>
          <Input autoComplete="off" spellCheck={false} maxLength={100} />
        </Form.Item>
        {withDownloads && (
          <Form.Item name="pin" label="PIN" extra="4 to 8 digits, needed to download." rules={rules('pin')}>
            <Input autoComplete="off" inputMode="numeric" maxLength={8} />
          </Form.Item>
        )}
      </div>
      <p className="muted small share-hint">Save the password and the PIN now. They are not shown again.</p>
      <Flex justify="end" gap={12} wrap>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="primary" htmlType="submit" loading={isPending}>
          Create Link
        </Button>
      </Flex>
    </Form>
  );
}
