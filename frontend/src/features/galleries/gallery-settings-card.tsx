import { Button, Form, Switch } from 'antd';
import { type GallerySettings, gallerySettingsChange } from '#galleries/contract';
import { rulesFor, serverFieldErrors, toInput } from '../../platform/form-rules.ts';
import { useChangedValues } from '../../ui/changed-values.ts';
import { CountField } from '../../ui/form-fields.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonBlocks } from '../../ui/states.tsx';
import { useGallerySettings, useSaveGallerySettings } from './settings-api.ts';

const rules = rulesFor(gallerySettingsChange);

/** A professional's rules for all of their galleries. */
export function GallerySettingsCard() {
  return (
    <Panel title="Galleries" text="Rules for all of your galleries.">
      <Loaded
        query={useGallerySettings()}
        failure="Your gallery settings could not be loaded"
        skeleton={<SkeletonBlocks heights={[120]} />}
      >
        {(settings) => <SettingsForm settings={settings} />}
      </Loaded>
    </Panel>
  );
}

function SettingsForm({ settings }: { settings: GallerySettings }) {
  const [form] = Form.useForm();
  const saveSettings = useSaveGallerySettings();
  const { changed, onSaved } = useChangedValues(form, settings);
  const save = () => {
    const sent = changed();
    saveSettings.mutate(gallerySettingsChange.parse(toInput(gallerySettingsChange, sent)), {
      onSuccess: () => onSaved(sent),
      onError: (error) => form.setFields(serverFieldErrors(error)),
    });
  };
  return (
    <Form form={form} name="gallery-settings" layout="vertical" initialValues={settings} onFinish={save}>
      <Form.Item
        name="lockOriginals"
        label="Lock the original files until the balance is paid"
        extra="Clients see web-size photos of a delivered gallery in any case."
        valuePropName="checked"
        required
      >
        <Switch />
      </Form.Item>
      <CountField
        name="deliveryDays"
        label="Days until a gallery is delivered"
        extra="Clients see this before they book. A new number applies to galleries you create later."
        rules={rules('deliveryDays')}
        required
      />
      <Button type="primary" htmlType="submit" loading={saveSettings.isPending}>
        Save
      </Button>
    </Form>
  );
}
