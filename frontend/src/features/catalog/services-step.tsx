import { Checkbox, Form, Input, InputNumber, Select } from 'antd';
import { serviceTypes, specialties } from '#catalog/contract';
import { servicesRules as rules } from './onboarding.ts';

const services = Object.entries(serviceTypes).map(([value, label]) => ({ value, label }));

export function ServicesStep() {
  return (
    <>
      <ServiceFields />
      <Form.Item name="bio" label="About you" rules={rules('bio')} required>
        <Input.TextArea
          autoSize={{ minRows: 4, maxRows: 12 }}
          placeholder="How you work and what clients can count on"
        />
      </Form.Item>
    </>
  );
}

/** What the professional does, without the text about them. */
export function ServiceFields() {
  return (
    <>
      <Form.Item name="serviceType" label="Primary service" rules={rules('serviceType')} required>
        <Select options={services} placeholder="What do you offer?" />
      </Form.Item>
      <Form.Item name="specialties" label="Specialties" rules={rules('specialties')} required>
        <Specialties />
      </Form.Item>
      <Form.Item name="yearsExperience" label="Years of experience" rules={rules('yearsExperience')} required>
        <InputNumber className="short" inputMode="numeric" />
      </Form.Item>
    </>
  );
}

type SpecialtiesProps = { id?: string; value?: string[]; onChange?: (chosen: string[]) => void };

// The form passes `aria-required` to its field, which is invalid on a group; this component drops it.
function Specialties({ id = '', value = [], onChange }: SpecialtiesProps) {
  return (
    <fieldset id={id} aria-label="Specialties">
      <Checkbox.Group
        className="chips"
        options={[...specialties]}
        value={value}
        onChange={(chosen) => onChange?.(chosen)}
      />
    </fieldset>
  );
}
