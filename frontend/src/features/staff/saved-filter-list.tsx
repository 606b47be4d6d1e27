import { Button, Flex, Form, Input, Space } from 'antd';
import { X } from 'lucide-react';
import { useState } from 'react';
import { FormDialog } from '../../ui/form-dialog.tsx';
import type { Filter, FilterField } from './filter.ts';
import {
  isSameFilter,
  maxNameLength,
  maxSavedFilters,
  savablePart,
  withFilter,
  withoutFilter,
} from './saved-filters.ts';
import { useSavedFilters } from './use-saved-filters.ts';

type SavedFilterListProps = {
  /** The list that the filters are for. */
  list: string;
  fields: readonly FilterField[];
  /** The filter that is applied now. */
  filter: Filter;
  onChoose: (filter: Filter) => void;
};

/** The filters that the user saved: to choose and delete one, and to save the filter that is applied now. */
export function SavedFilterList({ list, fields, filter, onChoose }: SavedFilterListProps) {
  const [saved, replace] = useSavedFilters(list, fields);
  const [isNaming, setIsNaming] = useState(false);
  const current = savablePart(fields, filter);
  const isNew = Object.keys(current).length > 0 && !saved.some((each) => isSameFilter(each.filter, current));
  const save = ({ name }: { name: string }) => {
    replace(withFilter(saved, { name: name.trim(), filter: current }));
    setIsNaming(false);
  };
  return (
    <>
      {isNew && (
        <Button disabled={saved.length >= maxSavedFilters} onClick={() => setIsNaming(true)}>
          {saved.length < maxSavedFilters ? 'Save Filter' : 'Delete a filter to save another one'}
        </Button>
      )}
      {saved.length > 0 && (
        <Flex wrap gap={8} align="center" role="group" aria-label="Saved filters">
          <span className="small muted">Saved:</span>
          {saved.map((each) => (
            <Space.Compact key={each.name}>
              <Button
                aria-pressed={isSameFilter(each.filter, filter)}
                type={isSameFilter(each.filter, filter) ? 'primary' : 'default'}
                onClick={() => onChoose(each.filter)}
              >
                {each.name}
              </Button>
              <Button
                aria-label={`Delete the filter ${each.name}`}
                icon={<X aria-hidden />}
                onClick={() => replace(withoutFilter(saved, each.name))}
              />
            </Space.Compact>
          ))}
        </Flex>
      )}
      <FormDialog<{ name: string }>
        name={`save-${list}-filter`}
        title="Save Filter"
        text="Only this browser keeps it, and only you see it here. An email address and the name of a professional are not saved."
        confirm="Save Filter"
        requiredMark={false}
        open={isNaming}
        submitting={false}
        onFinish={save}
        onClose={() => setIsNaming(false)}
      >
        <Form.Item name="name" label="Name" rules={[{ required: true, whitespace: true, message: 'Enter a name' }]}>
          <Input maxLength={maxNameLength} autoComplete="off" />
        </Form.Item>
      </FormDialog>
    </>
  );
}
