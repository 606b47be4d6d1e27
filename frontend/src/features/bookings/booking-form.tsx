import { Form, Input } from 'antd';
import { type ReactNode, useEffect } from 'react';
import { type BookingRequest, bookingRequest, sharesOf } from '#bookings/contract';
import { type CancellationPolicy, cancellationPolicies, describeRefundTerms } from '#catalog/contract';
import { eventTypes, type Lead } from '#leads/contract';
import { rulesFor, toInput } from '../../platform/form-rules.ts';
import { HttpError } from '../../platform/http.ts';
import { EventSection } from '../../ui/event-section.tsx';
import { CountField } from '../../ui/form-fields.tsx';
import { LongForm } from '../../ui/long-form.tsx';
import { Panel } from '../../ui/panel.tsx';
import { type Package, PackagePicker } from './package-picker.tsx';
import { PaymentBreakdown } from './payment-breakdown.tsx';

type Values = Record<string, unknown>;

type BookingFormProps = {
  creatorId: string;
  packages: readonly Package[];
  packageId: string | undefined;
  cancellationPolicy: CancellationPolicy;
  lead: Lead | undefined;
  /** The date with which the form starts. */
  date: string | undefined;
  /** The hint below the date field. `days` is how long the event lasts. */
  dateHint: (date: string | undefined, days: number, change: (date: string) => void) => ReactNode;
  cancelTo: string;
  draftKey: string;
  submitting: boolean;
  error: unknown;
  onSubmit: (request: BookingRequest) => void;
};

const fromLead = (lead: Lead | undefined): Values =>
  lead
    ? {
        eventType: lead.eventType,
        eventName: lead.eventName ?? undefined,
        eventDate: lead.eventDate,
        durationDays: lead.durationDays > 1 ? lead.durationDays : undefined,
        eventLocation: `${lead.locationCity}, ${lead.locationState}`,
        eventDescription: lead.description,
        expectedAttendance: lead.expectedAttendance ?? undefined,
      }
    : {};

/** Requests a booking from a creator, or offers one to the client of a lead. */
export function BookingForm(props: BookingFormProps) {
  const { creatorId, packages, packageId, cancellationPolicy, lead, date, dateHint, cancelTo } = props;
  const { draftKey, submitting, error, onSubmit } = props;
  const [form] = Form.useForm();
  const shape = (values: Values): Values =>
    // Without a number of days, the server would take those of the lead.
    toInput(bookingRequest, { ...values, durationDays: values.durationDays ?? 1, creatorId, leadId: lead?.id });
  const rules = rulesFor(bookingRequest, shape);
  const packageNow: unknown = Form.useWatch('packageId', form);
  const dateNow: unknown = Form.useWatch('eventDate', form);
  const daysNow: unknown = Form.useWatch('durationDays', form);
  const setDate = (eventDate: string) => form.setFields([{ name: 'eventDate', value: eventDate, errors: [] }]);
  const refusal = dateRefusal(error);
  useEffect(() => {
    if (refusal) form.setFields([{ name: 'eventDate', errors: [refusal] }]);
  }, [form, refusal]);
  const chosenPackage = packages.find(({ id }) => id === packageNow);
  return (
    <LongForm
      form={form}
      name="booking"
      initialValues={{
        packageId: packages.length === 1 ? packages[0]?.id : packageId,
        eventDate: date,
        ...fromLead(lead),
      }}
      cancelTo={cancelTo}
      draftKey={draftKey}
      submitLabel="Create Booking"
      submitting={submitting}
      error={error}
      onSubmit={(values) => onSubmit(bookingRequest.parse(shape(values)))}
    >
      <Panel title="Package">
        <Form.Item name="packageId" rules={rules('packageId')}>
          <PackagePicker packages={packages} />
        </Form.Item>
      </Panel>
      <EventFields
        rules={rules}
        dateHint={dateHint(typeof dateNow === 'string' ? dateNow : undefined, daysOf(daysNow), setDate)}
      />
      {chosenPackage && <Amounts price={chosenPackage.price} cancellationPolicy={cancellationPolicy} />}
    </LongForm>
  );
}

/** How many days were entered; one as long as the number is not valid. */
const daysOf = (entered: unknown): number => bookingRequest.shape.durationDays.safeParse(entered).data ?? 1;

/** The server's message about why the date cannot be booked. */
const dateRefusal = (error: unknown): string | undefined =>
  error instanceof HttpError && error.code.startsWith('creator-day-') ? error.message : undefined;

function EventFields({ rules, dateHint }: { rules: ReturnType<typeof rulesFor>; dateHint: ReactNode }) {
  return (
    <EventSection eventTypes={eventTypes} rules={rules} dateHint={dateHint}>
      <div className="columns fields">
        <CountField
          name="durationDays"
          label="Duration in days"
          rules={rules('durationDays')}
          extra="Leave this empty for one day."
        />
        <Form.Item
          name="startTime"
          label="Start time"
          rules={rules('startTime')}
          extra="Local time where the event takes place."
        >
          <Input type="time" />
        </Form.Item>
      </div>
      <Form.Item name="eventLocation" label="Location" rules={rules('eventLocation')} required>
        <Input placeholder="Zilker Garden, Austin, TX" />
      </Form.Item>
      <div className="columns fields">
        <Form.Item name="eventName" label="Event name" rules={rules('eventName')}>
          <Input />
        </Form.Item>
        <CountField name="expectedAttendance" label="Expected attendance" rules={rules('expectedAttendance')} />
      </div>
      <Form.Item name="eventDescription" label="Event description" rules={rules('eventDescription')}>
        <Input.TextArea autoSize={{ minRows: 4, maxRows: 12 }} maxLength={5000} />
      </Form.Item>
    </EventSection>
  );
}

function Amounts({ price, cancellationPolicy }: { price: number; cancellationPolicy: CancellationPolicy }) {
  const { deposit, balance } = sharesOf(price);
  return (
    <div aria-live="polite">
      <Panel title="Price">
        <PaymentBreakdown deposit={deposit} balance={balance} total={price} />
        <p className="small muted">
          You won’t be charged now. The client pays the deposit on the booking page, then the balance.
        </p>
        <p className="small muted">
          {cancellationPolicies[cancellationPolicy].name} cancellation policy.{' '}
          {describeRefundTerms(cancellationPolicies[cancellationPolicy])}
        </p>
      </Panel>
    </div>
  );
}
