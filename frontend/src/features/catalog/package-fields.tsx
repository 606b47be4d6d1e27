import { Button, Flex, Form, type FormRule, Input, InputNumber } from 'antd';
import type { ReactNode } from 'react';

const requiredRule = (message: string) => ({ required: true, message });

const packageTitle = (place: number): string => `Package ${place + 1}`;

type PackageFieldsProps = {
  /** The index in the list `packages` of the form. */
  place: number;
  rules: (...path: (string | number)[]) => FormRule[];
  /** Buttons beside the title. */
  actions?: ReactNode;
  children?: ReactNode;
};

export function RemovePackage({ place, onRemove }: { place: number; onRemove: () => void }) {
  return (
    <Button type="text" onClick={onRemove} aria-label={`Remove ${packageTitle(place).toLowerCase()}`}>
      Remove
    </Button>
  );
}

/** The fields of one package of a form. Prices are typed in dollars. */
export function PackageFields({ place, rules, actions, children }: PackageFieldsProps) {
  const title = packageTitle(place);
  return (
    <fieldset className="card pad package-fields" aria-label={title}>
      <Flex wrap align="center" justify="space-between">
        <h3>{title}</h3>
        {actions}
      </Flex>
      <Form.Item name={[place, 'name']} label="Name" rules={rules('packages', place, 'name')} required>
        <Input placeholder="Full day" />
      </Form.Item>
      <div className="columns fields">
        <Form.Item
          name={[place, 'price']}
          label="Price"
          rules={[requiredRule('Price is required'), ...rules('packages', place, 'price')]}
          validateFirst
          required
        >
          <InputNumber prefix="$" step={0.01} min={0} precision={2} inputMode="decimal" />
        </Form.Item>
        <Form.Item
          name={[place, 'durationHours']}
          label="Duration in hours"
          rules={[requiredRule('Duration is required'), ...rules('packages', place, 'durationHours')]}
          validateFirst
          required
        >
          <InputNumber inputMode="numeric" />
        </Form.Item>
      </div>
      <Form.Item name={[place, 'description']} label="Description" rules={rules('packages', place, 'description')}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} />
      </Form.Item>
      <Deliverables place={place} rules={rules} />
      {children}
    </fieldset>
  );
}

function Deliverables({ place, rules }: Pick<PackageFieldsProps, 'place' | 'rules'>) {
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
