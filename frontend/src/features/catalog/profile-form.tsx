import { Button, Form, Input } from 'antd';
import { type CreatorProfile, profileChange } from '#catalog/contract';
import { rulesFor, serverFieldErrors, toInput } from '../../platform/form-rules.ts';
import { useSaveProfile } from './api.ts';

const shape = (values: Record<string, unknown>) => toInput(profileChange, values);
const rules = rulesFor(profileChange);

/** The form for a professional's public description and links. */
export function ProfileForm({ profile: { bio, instagramHandle, websiteUrl } }: { profile: CreatorProfile }) {
  const [form] = Form.useForm();
  const saveProfile = useSaveProfile();
  const save = (values: Record<string, unknown>) =>
    saveProfile.mutate(profileChange.parse(shape(values)), {
      onError: (error) => form.setFields(serverFieldErrors(error)),
    });
  return (
    <Form
      form={form}
      name="profile"
      layout="vertical"
      initialValues={{ bio, instagramHandle, websiteUrl }}
      onFinish={save}
    >
      <Form.Item name="bio" label="About you" rules={rules('bio')}>
        <Input.TextArea autoSize={{ minRows: 4, maxRows: 12 }} />
      </Form.Item>
      <Form.Item name="instagramHandle" label="Instagram handle" rules={rules('instagramHandle')}>
        <Input placeholder="@yourname" autoComplete="off" />
      </Form.Item>
      <Form.Item name="websiteUrl" label="Website" rules={rules('websiteUrl')}>
        <Input type="url" placeholder="https://example.com" autoComplete="url" />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={saveProfile.isPending}>
        Save
      </Button>
    </Form>
  );
}
