import { Form, Input, InputNumber, Select } from 'antd';
import { eventTypes } from '#leads/contract';
import { today } from './dates.ts';
import { eventTypeName } from './event-type.ts';
import type { rulesOf } from './form.ts';
import { notPast } from './not-past.ts';

type Rules = { rules: ReturnType<typeof rulesOf> };

/** What kind of event, and when. */
export function TypeAndDate({ rules }: Rules) {
  return (
    <div className="fields">
      <Form.Item name="eventType" label="Event type" rules={rules('eventType')} required>
        <Select
          placeholder="Choose one"
          virtual={false}
          listHeight={380}
          options={eventTypes.map((type) => ({ value: type, label: eventTypeName(type) }))}
        />
      </Form.Item>
      <Form.Item name="eventDate" label="Event date" rules={[...rules('eventDate'), notPast]} required>
        <Input type="date" min={today()} />
      </Form.Item>
    </div>
  );
}

/** How many people come. */
export function Attendance({ rules }: Rules) {
  return (
    <Form.Item name="expectedAttendance" label="Expected attendance" rules={rules('expectedAttendance')}>
      <InputNumber className="whole" controls={false} inputMode="numeric" />
    </Form.Item>
  );
}
