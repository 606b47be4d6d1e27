import { Alert, Checkbox, Form, Input, InputNumber, Select } from 'antd';
import { useRef } from 'react';
import { allPlaces, countryOf, regionName, serviceTypes } from '#catalog/contract';
import { buyersPerLead, eventTypes, type Lead, type LeadPost, leadPost, venueTypes } from '#leads/contract';
import { rulesFor, toInput } from '../../platform/form-rules.ts';
import { toCents } from '../../platform/money.ts';
import { EventSection } from '../../ui/event-section.tsx';
import { CountField } from '../../ui/form-fields.tsx';
import { LongForm } from '../../ui/long-form.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PlaceFields } from '../../ui/place-fields.tsx';
import type { LeadStart } from './lead-start.ts';
import { suggestedServices } from './suggested-services.ts';

type Values = Record<string, unknown>;

const cents = (dollars: unknown): unknown => (typeof dollars === 'number' ? toCents(dollars) : dollars);

// Budgets are typed in dollars and sent in cents.
const shape = (values: Values): Values =>
  toInput(leadPost, { ...values, budgetMin: cents(values.budgetMin), budgetMax: cents(values.budgetMax) });
const rules = rulesFor(leadPost, shape);

const dollars = (amount: number | undefined): number | undefined => (amount === undefined ? undefined : amount / 100);

/** The initial values of the form: those of the lead to change, or those known of a new one. */
const valuesOf = (known: Lead | LeadStart): Values => ({
  ...Object.fromEntries(Object.keys(leadPost.shape).map((field) => [field, (known as Values)[field]])),
  country: countryOf(known.locationState ?? '') ?? 'US',
  budgetMin: dollars(known.budgetMin),
  budgetMax: dollars(known.budgetMax),
  durationDays: known.durationDays ?? 1,
});

type PostLeadFormProps = {
  /** The lead to change. Without it the form posts a new one. */
  lead?: Lead;
  /** What is already known of a new lead. The form shows it as its initial values. */
  start?: LeadStart | undefined;
  draftKey: string;
  submitting: boolean;
  error: unknown;
  onSubmit: (lead: LeadPost) => void;
};

export function PostLeadForm({ lead, start, draftKey, submitting, error, onSubmit }: PostLeadFormProps) {
  const [form] = Form.useForm();
  // Suggestions must not change what the client has selected.
  const hasChosen = useRef(lead !== undefined || start?.servicesNeeded !== undefined);
  const choose = () => {
    hasChosen.current = true;
  };
  const suggest = () => {
    if (hasChosen.current) return;
    form.setFieldValue('servicesNeeded', suggestedServices(String(form.getFieldValue('description') ?? '')));
  };
  return (
    <LongForm
      form={form}
      name="lead"
      initialValues={valuesOf(lead ?? start ?? {})}
      cancelTo={lead ? '/leads/mine' : '/leads'}
      draftKey={draftKey}
      submitLabel={lead ? 'Save Changes' : 'Post Lead'}
      submitting={submitting}
      error={error}
      onSubmit={(values) => onSubmit(leadPost.parse(shape(values)))}
    >
      <EventFields />
      <NeedFields onDescribed={suggest} onChoose={choose} />
      <LocationFields />
      <NumberFields />
      {!lead && (
        <Alert
          type="warning"
          title={
            <>
              Once you post this lead,{' '}
              <b>up to {buyersPerLead} professionals may see your name, email and phone number</b>. Everyone else sees
              only what you write here. You can withdraw the lead at any time.
            </>
          }
        />
      )}
    </LongForm>
  );
}

function EventFields() {
  return (
    <EventSection eventTypes={eventTypes} rules={rules}>
      <Form.Item name="eventName" label="Event name" rules={rules('eventName')}>
        <Input placeholder="Garden wedding, 80 guests" />
      </Form.Item>
    </EventSection>
  );
}

function NeedFields({ onDescribed, onChoose }: { onDescribed: () => void; onChoose: () => void }) {
  return (
    <Panel title="What you need">
      <Form.Item
        name="description"
        label="Description"
        rules={rules('description')}
        extra="At least 50 characters. Phone numbers and email addresses in it stay hidden until a professional unlocks the lead."
        required
      >
        <Input.TextArea
          autoSize={{ minRows: 5, maxRows: 14 }}
          maxLength={5000}
          placeholder="What are you planning, what matters to you, and what should professionals know?"
          onBlur={onDescribed}
        />
      </Form.Item>
      <Form.Item name="servicesNeeded" label="Who you’re looking for" rules={rules('servicesNeeded')}>
        <Checkbox.Group
          options={Object.entries(serviceTypes).map(([value, label]) => ({ value, label }))}
          onChange={onChoose}
        />
      </Form.Item>
    </Panel>
  );
}

function LocationFields() {
  return (
    <Panel title="Where">
      <PlaceFields
        countries={allPlaces}
        regionName={regionName}
        city="locationCity"
        region="locationState"
        rules={(field) => rules(field)}
      />
      <Form.Item name="venueType" label="Venue type" rules={rules('venueType')}>
        <Select
          allowClear
          placeholder="Choose one"
          options={venueTypes.map((type) => ({ value: type, label: type }))}
        />
      </Form.Item>
    </Panel>
  );
}

function NumberFields() {
  return (
    <Panel title="Budget and size">
      <div className="columns fields">
        <Form.Item name="budgetMin" label="Minimum budget" rules={rules('budgetMin')} required>
          <InputNumber prefix="$" precision={2} controls={false} inputMode="decimal" />
        </Form.Item>
        <Form.Item
          name="budgetMax"
          label="Maximum budget"
          dependencies={['budgetMin']}
          rules={rules('budgetMax')}
          required
        >
          <InputNumber prefix="$" precision={2} controls={false} inputMode="decimal" />
        </Form.Item>
        <CountField name="expectedAttendance" label="Expected attendance" rules={rules('expectedAttendance')} />
        <Form.Item name="durationDays" label="Duration in days" rules={rules('durationDays')} required>
          <InputNumber inputMode="numeric" />
        </Form.Item>
      </div>
    </Panel>
  );
}
