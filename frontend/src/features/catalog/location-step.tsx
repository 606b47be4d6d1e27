import { Form, InputNumber } from 'antd';
import { allPlaces, regionName } from '#catalog/contract';
import { PlaceFields } from '../../ui/place-fields.tsx';
import { locationRules as rules } from './onboarding.ts';

export function LocationStep() {
  return (
    <>
      <PlaceFields countries={allPlaces} regionName={regionName} city="city" region="state" rules={rules} />
      <Form.Item name="travelRadius" label="Travel radius in miles" rules={rules('travelRadius')} required>
        <InputNumber className="short" inputMode="numeric" step={5} />
      </Form.Item>
    </>
  );
}
