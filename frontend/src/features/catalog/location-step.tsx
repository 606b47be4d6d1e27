import { Form, Input, InputNumber, Select } from 'antd';
import { type Country, countries, places } from '#catalog/contract';
import { locationRules as rules } from './onboarding.ts';

const countryOptions = countries.map((country) => ({ value: country, label: places[country].name }));

export function LocationStep() {
  const form = Form.useFormInstance();
  const country: Country = Form.useWatch('country', form) ?? 'US';
  const { region, regions } = places[country];
  return (
    <>
      <Form.Item name="country" label="Country" rules={rules('country')} required>
        <Select options={countryOptions} onChange={() => form.resetFields(['state'])} />
      </Form.Item>
      <div className="columns fields">
        <Form.Item name="city" label="City" rules={rules('city')} required>
          <Input autoComplete="address-level2" />
        </Form.Item>
        <Form.Item name="state" label={region} rules={rules('state')} required>
          <Select
            showSearch
            options={regions.map((name) => ({ value: name, label: name }))}
            placeholder={`Choose a ${region.toLowerCase()}`}
          />
        </Form.Item>
      </div>
      <Form.Item name="travelRadius" label="Travel radius in miles" rules={rules('travelRadius')} required>
        <InputNumber className="short" inputMode="numeric" step={5} />
      </Form.Item>
    </>
  );
}
