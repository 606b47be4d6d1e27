import { Checkbox, Form, InputNumber } from 'antd';
import { availabilitySettings, type OwnAvailability } from '#catalog/contract';
import { today } from '../../platform/dates.ts';
import { rulesFor } from '../../platform/form-rules.ts';
import { Panel } from '../../ui/panel.tsx';
import { useSaveAvailability } from './availability-api.ts';
import { BlockedCalendar } from './blocked-calendar.tsx';
import { BlockedList } from './blocked-list.tsx';
import { type BlockedPeriod, condensed } from './blocked-periods.ts';
import { ProfilePartForm } from './profile-part-form.tsx';
import './availability-form.css';

type Values = Record<string, unknown>;

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

const shape = ({ blocked, ...pattern }: Values): Values => ({
  ...pattern,
  blocked: condensed(blocked as readonly BlockedPeriod[], today()),
});
const rules = rulesFor(availabilitySettings, shape);
const settingsOf = (values: Values, known: Values) => availabilitySettings.parse({ ...shape(values), known });

/** The form for when a professional works: days of the week, events per day, notice and blocked days. */
export function AvailabilityForm({ availability }: { availability: OwnAvailability }) {
  const { weekdays: worked, capacity, noticeDays, blocked, booked, isSet } = availability;
  return (
    <ProfilePartForm
      name="availability"
      className="stack"
      saved={{ weekdays: worked, capacity, noticeDays, blocked }}
      toChange={settingsOf}
      saving={useSaveAvailability()}
      saveLabel="Save availability"
    >
      <Panel
        title="When you work"
        text={
          isSet
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
        <Form.Item name="blocked" rules={rules('blocked')}>
          <BlockedDays booked={booked} />
        </Form.Item>
      </Panel>
    </ProfilePartForm>
  );
}

type BlockedDaysProps = {
  booked: OwnAvailability['booked'];
  value?: readonly BlockedPeriod[];
  onChange?: (blocked: readonly BlockedPeriod[]) => void;
};

/** The field for the blocked days. The form gives it its value. */
function BlockedDays({ booked, value = [], onChange = () => undefined }: BlockedDaysProps) {
  return (
    <div className="blocked-days">
      <BlockedCalendar blocked={value} booked={booked} onChange={onChange} />
      <BlockedList blocked={value} onChange={onChange} />
    </div>
  );
}
