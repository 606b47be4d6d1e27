import { Form, Input } from 'antd';
import { type CreatorProfile, profileChange } from '#catalog/contract';
import { rulesFor, toInput } from '../../platform/form-rules.ts';
import { useSaveProfile } from './api.ts';
import { ProfilePartForm } from './profile-part-form.tsx';

const changeOf = (values: Record<string, unknown>) => profileChange.parse(toInput(profileChange, values));
const rules = rulesFor(profileChange);

/** The form for a professional's public description and links. */
export function ProfileForm({ profile: { bio, instagramHandle, websiteUrl } }: { profile: CreatorProfile }) {
  return (
    <ProfilePartForm
      name="profile"
      saved={{ bio, instagramHandle, websiteUrl }}
      toChange={changeOf}
      saving={useSaveProfile()}
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
    </ProfilePartForm>
  );
}
