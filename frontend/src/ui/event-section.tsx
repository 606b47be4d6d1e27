import type { FormRule } from 'antd';
import type { ReactNode } from 'react';
import { titleCase } from '../platform/text.ts';
import { FutureDateField, SelectField } from './form-fields.tsx';
import { Panel } from './panel.tsx';

type EventSectionProps = {
  eventTypes: readonly string[];
  rules: (field: 'eventType' | 'eventDate') => FormRule[];
  /** Shown below the date. */
  dateHint?: ReactNode;
  /** Further fields about the event. */
  children: ReactNode;
};

/** The section of a form that asks for the type and the date of an event. */
export function EventSection({ eventTypes, rules, dateHint, children }: EventSectionProps) {
  return (
    <Panel title="The event">
      <div className="columns fields">
        <SelectField
          name="eventType"
          label="Event type"
          rules={rules('eventType')}
          options={eventTypes.map((type) => ({ value: type, label: titleCase(type) }))}
          required
        />
        <FutureDateField
          name="eventDate"
          label="Event date"
          rules={rules('eventDate')}
          pastMessage="Please choose an event date that has not passed"
          extra={dateHint}
          required
        />
      </div>
      {children}
    </Panel>
  );
}
