import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { type CreatorProfile, profileChange } from '#catalog/contract';
import { rulesFor, serverFieldErrors, toInput } from '../../platform/form-rules.ts';
import { messageOf } from '../../platform/http.ts';
import { queryClient } from '../../platform/query-client.ts';
import { useNotify } from '../../ui/notify.tsx';
import { saveProfile } from './api.ts';

const shape = (values: Record<string, unknown>) => toInput(profileChange, values);
const rules = rulesFor(profileChange, shape);

const useSave = (form: ReturnType<typeof Form.useForm>[0]) => {
  const notify = useNotify();
  const [saving, setSaving] = useState(false);
  const save = async (values: Record<string, unknown>) => {
    setSaving(true);
    try {
      await saveProfile(profileChange.parse(shape(values)));
      notify.success('Profile saved');
      await Promise.all(['profile', 'creators'].map((topic) => queryClient.invalidateQueries({ queryKey: [topic] })));
    } catch (error) {
      form.setFields(serverFieldErrors(error));
      notify.error(messageOf(error, 'Failed to save profile'));
    }
    setSaving(false);
  };
  return { saving, save };
};

/** What a creator or vendor says about themselves. */
export function ProfileForm({ profile: { bio, instagramHandle, websiteUrl } }: { profile: CreatorProfile }) {
  const [form] = Form.useForm();
  const { saving, save } = useSave(form);
  return (
    <Form
      form={form}
      name="profile"
      layout="vertical"
      initialValues={{ bio, instagramHandle, websiteUrl }}
      onFinish={(values) => void save(values)}
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
      <Button type="primary" htmlType="submit" loading={saving}>
        Save
      </Button>
    </Form>
  );
}
