import { Form, Input } from 'antd';
import { type GalleryBookings, maxNameLength, type NewGallery, newGallery } from '#galleries/contract';
import { longDate } from '../../platform/dates.ts';
import { rulesFor, toInput } from '../../platform/form-rules.ts';
import { SelectField } from '../../ui/form-fields.tsx';
import { LongForm } from '../../ui/long-form.tsx';
import { Panel } from '../../ui/panel.tsx';
import { offeredDraft } from './create-draft.ts';
import { eventLabel } from './gallery-labels.ts';

type GalleryBooking = GalleryBookings['items'][number];

type CreateGalleryFormProps = {
  bookings: readonly GalleryBooking[];
  /** The booking that is selected at first. */
  bookingId: string | undefined;
  cancelTo: string;
  draftKey: string;
  submitting: boolean;
  error: unknown;
  onSubmit: (gallery: NewGallery) => void;
};

const rules = rulesFor(newGallery);

const optionOf = (booking: GalleryBooking) => ({
  value: booking.id,
  label: `${eventLabel(booking)} · ${longDate(booking.eventDate)} · ${booking.client.displayName}`,
});

export function CreateGalleryForm(props: CreateGalleryFormProps) {
  const { bookings, bookingId, cancelTo, draftKey, submitting, error, onSubmit } = props;
  const [form] = Form.useForm();
  return (
    <LongForm
      form={form}
      name="gallery"
      initialValues={{ bookingId }}
      cancelTo={cancelTo}
      draftKey={draftKey}
      fromDraft={(draft) => offeredDraft(draft, bookings)}
      submitLabel="Create Gallery"
      submitting={submitting}
      error={error}
      onSubmit={(values) => onSubmit(newGallery.parse(toInput(newGallery, values)))}
    >
      <Panel title="The gallery">
        <SelectField
          name="bookingId"
          label="Booking"
          rules={rules('bookingId')}
          options={bookings.map(optionOf)}
          required
        />
        <Form.Item name="name" label="Gallery name" rules={rules('name')} required>
          <Input placeholder="Ada & Ben in the garden" maxLength={maxNameLength} />
        </Form.Item>
        <Form.Item name="description" label="Description" rules={rules('description')}>
          <Input.TextArea autoSize={{ minRows: 3, maxRows: 10 }} />
        </Form.Item>
      </Panel>
    </LongForm>
  );
}
