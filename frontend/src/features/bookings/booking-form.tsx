import { Form, Input } from 'antd';
import { type BookingRequest, bookingRequest, sharesOf } from '#bookings/contract';
import type { Lead } from '#leads/contract';
import { Attendance, TypeAndDate } from '../../shared/event-fields.tsx';
import { rulesOf, tidy } from '../../shared/form.ts';
import { Part, Sheet } from '../../shared/sheet.tsx';
import { type Package, PackageChoice } from './package-choice.tsx';
import { Shares } from './shares.tsx';
import './bookings.css';

type Values = Record<string, unknown>;

type BookingFormProps = {
  creatorId: string;
  packages: readonly Package[];
  packageId: string | undefined;
  lead: Lead | undefined;
  cancelTo: string;
  /** Throws what the server complains about; it then stands beside its field. */
  onSubmit: (request: BookingRequest) => Promise<void>;
};

const fromLead = (lead: Lead | undefined): Values =>
  lead
    ? {
        eventType: lead.eventType,
        eventName: lead.eventName ?? undefined,
        eventDate: lead.eventDate,
        eventLocation: `${lead.locationCity}, ${lead.locationState}`,
        eventDescription: lead.description,
        expectedAttendance: lead.expectedAttendance ?? undefined,
      }
    : {};

/** Asks a creator for a date, or offers one to the client of a lead. */
export function BookingForm({ creatorId, packages, packageId, lead, cancelTo, onSubmit }: BookingFormProps) {
  const [form] = Form.useForm();
  const shape = (values: Values): Values => tidy(bookingRequest, { ...values, creatorId, leadId: lead?.id });
  const rules = rulesOf(bookingRequest, shape);
  const packageNow: unknown = Form.useWatch('packageId', form);
  const chosen = packages.find(({ id }) => id === packageNow);
  return (
    <Sheet
      form={form}
      name="booking"
      initialValues={{ packageId: packages.length === 1 ? packages[0]?.id : packageId, ...fromLead(lead) }}
      cancelTo={cancelTo}
      send="Create Booking"
      onSend={(values) => onSubmit(bookingRequest.parse(shape(values)))}
    >
      <Part title="Package">
        <Form.Item name="packageId" rules={rules('packageId')}>
          <PackageChoice packages={packages} />
        </Form.Item>
      </Part>
      <EventFields rules={rules} />
      {chosen && <Amounts price={chosen.price} />}
    </Sheet>
  );
}

function EventFields({ rules }: { rules: ReturnType<typeof rulesOf> }) {
  return (
    <Part title="The event">
      <TypeAndDate rules={rules} />
      <Form.Item name="eventLocation" label="Location" rules={rules('eventLocation')} required>
        <Input placeholder="Zilker Garden, Austin, TX" />
      </Form.Item>
      <div className="fields">
        <Form.Item name="eventName" label="Event name" rules={rules('eventName')}>
          <Input />
        </Form.Item>
        <Attendance rules={rules} />
      </div>
      <Form.Item name="eventDescription" label="Event description" rules={rules('eventDescription')}>
        <Input.TextArea autoSize={{ minRows: 4, maxRows: 12 }} maxLength={5000} />
      </Form.Item>
    </Part>
  );
}

function Amounts({ price }: { price: number }) {
  const { deposit, balance } = sharesOf(price);
  return (
    <section className="card pad block" aria-live="polite">
      <h2>What it costs</h2>
      <Shares deposit={deposit} balance={balance} total={price} />
      <p className="small muted">
        Nothing is charged now. The client pays the deposit on the booking’s page, and the balance after that.
      </p>
    </section>
  );
}
