import { Button, Form } from 'antd';
import { blankPackage, pricingRules } from './onboarding.ts';
import { PackageFields, RemovePackage } from './package-fields.tsx';

export function PricingStep() {
  return (
    <Form.List name="packages">
      {(packages, { add, remove }) => (
        <div className="stack">
          {packages.map(({ key, name }) => (
            <PackageFields
              key={key}
              place={name}
              rules={pricingRules}
              actions={packages.length > 1 && <RemovePackage place={name} onRemove={() => remove(name)} />}
            />
          ))}
          <Button type="dashed" onClick={() => add(blankPackage)}>
            Add another package
          </Button>
        </div>
      )}
    </Form.List>
  );
}
