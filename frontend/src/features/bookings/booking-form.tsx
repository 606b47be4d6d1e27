import { Button, Form, Input, InputNumber, Select } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { type BookingRequest, bookingRequest, sharesOf } from '#bookings/contract';
import { eventTypes, type Lead } from '#leads/contract';
import { today } from '../../shared/dates.ts';
import { eventTypeName } from '../../shared/event-type.ts';
import { fieldErrors, rulesOf, tidy } from '../../shared/form.ts';
import { notPast } from '../../shared/not-past.ts';
import { type Package, PackageChoice } from './package-choice.tsx';
import { Shares } from './shares.tsx';
import '../../shared/field.css';
import '../../shared/sheet.css';
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
  const [sending, setSending] = useState(false);
  const shape = (values: Values): Values => tidy(bookingRequest, { ...values, creatorId, leadId: lead?.id });
  const rules = rulesOf(bookingRequest, shape);
  const packageNow: unknown = Form.useWatch('packageId', form);
  const chosen = packages.find(({ id }) => id === packageNow);
  const send = async (values: Values) => {
    setSending(true);
    try {
      await onSubmit(bookingRequest.parse(shape(values)));
    } catch (error) {
      form.setFields(fieldErrors(error));
    } finally {
      setSending(false);
    }
  };
  return (
    <Form
      form={form}
      name="booking"
      layout="vertical"
      className="sheet"
      initialValues={{ packageId: packages.length === 1 ? packages[0]?.id : packageId, ...fromLead(lead) }}
      onFinish={(values: Values) => void send(values)}
      scrollToFirstError={{ behavior: 'smooth', block: 'center' }}
    >
      <fieldset className="card pad part">
        <legend>
          <h2>Package</h2>
        </legend>
        <Form.Item name="packageId" rules={rules('packageId')}>
          <PackageChoice packages={packages} />
        </Form.Item>
      </fieldset>
      <EventFields rules={rules} />
      {chosen && <Amounts price={chosen.price} />}
      <div className="form-end">
        <Link className="button" to={cancelTo}>
          Cancel
        </Link>
        <Button type="primary" htmlType="submit" loading={sending}>
          Create Booking
        </Button>
      </div>
    </Form>
  );
}

function EventFields({ rules }: { rules: ReturnType<typeof rulesOf> }) {
  return (
    <fieldset className="card pad part">
      <legend>
        <h2>The event</h2>
      </legend>
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
      <Form.Item name="eventLocation" label="Location" rules={rules('eventLocation')} required>
        <Input placeholder="Zilker Garden, Austin, TX" />
      </Form.Item>
      <div className="fields">
        <Form.Item name="eventName" label="Event name" rules={rules('eventName')}>
          <Input />
        </Form.Item>
        <Form.Item name="expectedAttendance" label="Expected attendance" rules={rules('expectedAttendance')}>
          <InputNumber className="whole" controls={false} inputMode="numeric" />
        </Form.Item>
      </div>
      <Form.Item name="eventDescription" label="Event description" rules={rules('eventDescription')}>
        <Input.TextArea autoSize={{ minRows: 4, maxRows: 12 }} maxLength={5000} />
      </Form.Item>
    </fieldset>
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
