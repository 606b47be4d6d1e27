import { Button, Checkbox, Flex, Form, InputNumber } from 'antd';
import { useState } from 'react';
import { availabilitySettings, type OwnAvailability } from '#catalog/contract';
import { rulesFor, serverFieldErrors } from '../../platform/form-rules.ts';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useSaveAvailability } from './availability-api.ts';
import { BlockedCalendar } from './blocked-calendar.tsx';
import { BlockedList } from './blocked-list.tsx';
import type { BlockedPeriod } from './blocked-periods.ts';
import './availability-form.css';

type Pattern = { weekdays: number[]; capacity: number; noticeDays: number };

/** The days of the week as in ISO 8601, in the order of an American week. */
const weekdays = [
  { value: 7, label: 'Sunday' },
  { value: 1, label: 'Monday' },
  { value: 2, label: 'Tuesday' },
  { value: 3, label: 'Wednesday' },
  { value: 4, label: 'Thursday' },
  { value: 5, label: 'Friday' },
  { value: 6, label: 'Saturday' },
];

/** The form for when a professional works: days of the week, events per day, notice and blocked days. */
export function AvailabilityForm({ availability }: { availability: OwnAvailability }) {
  const [form] = Form.useForm<Pattern>();
  const [blocked, setBlocked] = useState<readonly BlockedPeriod[]>(availability.blocked);
  // How often the form was changed, and at which of these changes it was saved.
  const [changes, setChanges] = useState(0);
  const [saved, setSaved] = useState(0);
  const isChanged = changes !== saved;
  const change = () => setChanges((count) => count + 1);
  const save = useSaveAvailability();
  const rules = rulesFor(availabilitySettings, (values) => ({ blocked: [], ...values }));
  const block = (periods: readonly BlockedPeriod[]) => {
    setBlocked(periods);
    change();
  };
  const submit = (pattern: Pattern) =>
    save.mutate(availabilitySettings.parse({ ...pattern, blocked }), {
      onSuccess: () => setSaved(changes),
      onError: (error) => form.setFields(serverFieldErrors(error) as Parameters<typeof form.setFields>[0]),
    });
  const { weekdays: worked, capacity, noticeDays } = availability;
  return (
    <Form
      form={form}
      name="availability"
      layout="vertical"
      className="stack"
      initialValues={{ weekdays: worked, capacity, noticeDays }}
      onValuesChange={change}
      onFinish={submit}
    >
      <Panel
        title="When you work"
        text={
          availability.isSet
            ? 'Clients see free and busy days on your profile.'
            : 'Once you save, clients see your free and busy days on your profile. Until then, they don’t see which days are free.'
        }
      >
        {/* The inner item is not marked as required, because the role of the group does not allow `aria-required`. */}
        <Form.Item label="Days of the week" required>
          <Form.Item name="weekdays" rules={rules('weekdays')} noStyle>
            <Checkbox.Group className="weekdays" options={weekdays} aria-label="Days of the week" />
          </Form.Item>
        </Form.Item>
        <div className="columns fields">
          <Form.Item
            name="capacity"
            label="Events on one day"
            extra="A day with this many confirmed bookings is busy."
            rules={rules('capacity')}
            required
          >
            <InputNumber min={1} max={20} precision={0} inputMode="numeric" />
          </Form.Item>
          <Form.Item
            name="noticeDays"
            label="Notice in days"
            extra="How many days before an event clients must request it."
            rules={rules('noticeDays')}
            required
          >
            <InputNumber min={0} max={365} precision={0} inputMode="numeric" />
          </Form.Item>
        </div>
      </Panel>
      <Panel
        title="Blocked days"
        text="Choose days on which you take no bookings. Only you see the reasons. Confirmed bookings are not affected."
      >
        <div className="blocked-days">
          <BlockedCalendar blocked={blocked} booked={availability.booked} onChange={block} />
          <BlockedList blocked={blocked} onChange={block} />
        </div>
      </Panel>
      <Flex gap={16} align="center" justify="end" wrap>
        {isChanged && <span className="muted small">You have unsaved changes.</span>}
        <Button type="primary" htmlType="submit" loading={save.isPending}>
          Save availability
        </Button>
      </Flex>
      <LeaveGuard active={isChanged} title="Leave without saving?" leave="Leave" stay="Stay">
        Your changes to the availability are not saved yet.
      </LeaveGuard>
    </Form>
  );
}
