import { Form, type FormRule, Input, Select } from 'antd';

/** A country's name, its word for a region, and its regions. */
type Country = { readonly name: string; readonly region: string; readonly regions: readonly string[] };

type PlaceFieldsProps = {
  /** The countries by code. */
  countries: Readonly<Record<string, Country>>;
  /** The full name of a region, so that `Texas` finds `TX`. */
  regionName: (region: string) => string;
  /** The names of the form's fields for city and region. */
  city: string;
  region: string;
  rules: (field: string) => FormRule[];
};

/** Country, city and region. The list of regions depends on the country. */
export function PlaceFields({ countries, regionName, city, region, rules }: PlaceFieldsProps) {
  const form = Form.useFormInstance();
  const { region: word, regions } = countries[Form.useWatch('country', form) ?? 'US'] ?? {
    region: 'State',
    regions: [],
  };
  const noun = word.toLowerCase();
  return (
    <>
      <Form.Item name="country" label="Country" rules={rules('country')} required>
        <Select
          options={Object.entries(countries).map(([value, { name }]) => ({ value, label: name }))}
          onChange={() => form.setFields([{ name: region, value: undefined, errors: [] }])}
        />
      </Form.Item>
      <div className="columns fields">
        <Form.Item name={city} label="City" rules={rules(city)} required>
          <Input autoComplete="address-level2" />
        </Form.Item>
        <Form.Item name={region} label={word} rules={rules(region)} required>
          <Select
            showSearch={{
              filterOption: (text, option) =>
                `${option?.value} ${option?.name}`.toLowerCase().includes(text.trim().toLowerCase()),
            }}
            options={regions.map((value) => ({ value, label: value, name: regionName(value) }))}
            optionRender={({ data: { value, name } }) => (name === value ? value : `${value} · ${name}`)}
            notFoundContent={<p className="muted small">No {noun} has this name.</p>}
            placeholder={`Choose a ${noun}`}
          />
        </Form.Item>
      </div>
    </>
  );
}
