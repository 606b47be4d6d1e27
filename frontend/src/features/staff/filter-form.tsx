import { Button, Flex, Form, Input, Select } from 'antd';
import { monthAfter, monthOf, periodOf } from '../../platform/calendar.ts';
import { today } from '../../platform/dates.ts';
import { type Filter, type FilterField, filledValues, hasPeriodOfDays } from './filter.ts';
import { SavedFilterList } from './saved-filter-list.tsx';

type FilterFormProps = {
  /** The list that is filtered, as the key under which its filters are saved. */
  list: string;
  /** The accessible name of the form. */
  label: string;
  fields: readonly FilterField[];
  filter: Filter;
  onSearch: (filter: Filter) => void;
};

/** The months that staff search, and then export, most often. */
const months = [
  { label: 'This month', ago: 0 },
  { label: 'Last month', ago: 1 },
] as const;

/** The filters of a list. They apply together, when Search is pressed. */
export function FilterForm({ list, label, fields, filter, onSearch }: FilterFormProps) {
  return (
    <search aria-label={label} className="card pad">
      {/* A new form for a new filter, so that its fields show the filter also after a step back. */}
      <Form<Filter>
        key={new URLSearchParams(filter).toString()}
        name={list}
        layout="vertical"
        requiredMark={false}
        className="staff-filter"
        initialValues={filter}
        onFinish={(values) => onSearch(filledValues(values))}
      >
        {fields.map((field) => (
          <Form.Item key={field.name} name={field.name} label={field.label}>
            {field.options ? (
              <Select allowClear placeholder="All" virtual={false} options={[...field.options]} />
            ) : (
              <Input
                type={field.type ?? 'text'}
                placeholder={field.placeholder}
                autoComplete="off"
                allowClear={!field.type}
              />
            )}
          </Form.Item>
        ))}
        <Flex gap={10} wrap className="staff-filter-actions">
          <Button type="primary" htmlType="submit">
            Search
          </Button>
          {hasPeriodOfDays(fields) &&
            months.map(({ label: month, ago }) => (
              <Button
                key={month}
                onClick={() => onSearch({ ...filter, ...periodOf(monthAfter(monthOf(today()), -ago)) })}
              >
                {month}
              </Button>
            ))}
          {Object.keys(filter).length > 0 && <Button onClick={() => onSearch({})}>Clear filters</Button>}
        </Flex>
      </Form>
      <Flex wrap gap={10} className="saved-filters">
        <SavedFilterList list={list} fields={fields} filter={filter} onChoose={onSearch} />
      </Flex>
    </search>
  );
}
