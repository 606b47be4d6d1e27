import { Button, Flex, Form, Input, InputNumber } from 'antd';
import { blankPackage, pricingRules as rules } from './onboarding.ts';

const needed = (message: string) => ({ required: true, message });

export function PricingStep() {
  return (
    <Form.List name="packages">
      {(packages, { add, remove }) => (
        <div className="stack">
          {packages.map(({ key, name }) => (
            <PackageFields key={key} place={name} {...(packages.length > 1 && { onRemove: () => remove(name) })} />
          ))}
          <Button type="dashed" onClick={() => add(blankPackage)}>
            Add another package
          </Button>
        </div>
      )}
    </Form.List>
  );
}

function PackageFields({ place, onRemove }: { place: number; onRemove?: () => void }) {
  const title = `Package ${place + 1}`;
  return (
    <fieldset className="card pad package-fields" aria-label={title}>
      <Flex align="center" justify="space-between">
        <h3>{title}</h3>
        {onRemove && (
          <Button type="text" onClick={onRemove} aria-label={`Remove ${title.toLowerCase()}`}>
            Remove
          </Button>
        )}
      </Flex>
      <Form.Item name={[place, 'name']} label="Name" rules={rules('packages', place, 'name')} required>
        <Input placeholder="Full day" />
      </Form.Item>
      <div className="columns fields">
        <Form.Item
          name={[place, 'price']}
          label="Price"
          rules={[needed('Price is required'), ...rules('packages', place, 'price')]}
          validateFirst
          required
        >
          <InputNumber prefix="$" step={0.01} min={0} precision={2} inputMode="decimal" />
        </Form.Item>
        <Form.Item
          name={[place, 'durationHours']}
          label="Duration in hours"
          rules={[needed('Duration is required'), ...rules('packages', place, 'durationHours')]}
          validateFirst
          required
        >
          <InputNumber inputMode="numeric" />
        </Form.Item>
      </div>
      <Form.Item name={[place, 'description']} label="Description" rules={rules('packages', place, 'description')}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} />
      </Form.Item>
      <Deliverables place={place} />
    </fieldset>
  );
}

function Deliverables({ place }: { place: number }) {
  return (
    <Form.List name={[place, 'deliverables']}>
      {(lines, { add, remove }) => (
        <Form.Item label="Deliverables">
          <Flex component="fieldset" vertical gap={10} aria-label="Deliverables">
            {lines.map(({ key, name }) => (
              <Flex key={key} gap={8}>
                <Form.Item name={name} rules={rules('packages', place, 'deliverables', name)} noStyle>
                  <Input aria-label={`Deliverable ${name + 1}`} placeholder="Online gallery" />
                </Form.Item>
                <Button type="text" onClick={() => remove(name)} aria-label={`Remove deliverable ${name + 1}`}>
                  Remove
                </Button>
              </Flex>
            ))}
            <Button type="dashed" onClick={() => add('')}>
              Add a deliverable
            </Button>
          </Flex>
        </Form.Item>
      )}
    </Form.List>
  );
}
