import { Form, Input, InputNumber, Select } from 'antd';
import { type Booking, bookingProposal } from '#bookings/contract';
import { today } from '../../platform/dates.ts';
import { rulesFor } from '../../platform/form-rules.ts';
import { money } from '../../platform/money.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useOfferedPackages, useProposeChange } from './proposal-api.ts';
import { changesIn, type ProposalValues } from './proposal-values.ts';

type ProposalDialogProps = { booking: Booking; open: boolean; onClose: () => void };

/** Takes another date, number of days, start time, place or package, which the other party can accept. */
export function ProposalDialog({ booking, open, onClose }: ProposalDialogProps) {
  const { id, creator, eventDate, durationDays, startTime, eventLocation, package: current, balancePaid } = booking;
  const propose = useProposeChange(id);
  const rules = rulesFor(bookingProposal);
  const packages = useOfferedPackages(creator.id).data ?? [];
  const options = packages.map(({ id: value, name, price }) => ({ value, label: `${name} · ${money(price)}` }));
  const isOffered = packages.some((offer) => offer.id === current.id);
  const submit = (values: ProposalValues) => propose.mutate(changesIn(values, booking), { onSuccess: onClose });
  return (
    <FormDialog<ProposalValues>
      name="propose-change"
      title="Propose a change"
      text="Nothing changes until the other party accepts. A new proposal replaces the previous one."
      confirm="Send Proposal"
      requiredMark={false}
      open={open}
      submitting={propose.isPending}
      initialValues={{
        eventDate,
        durationDays,
        startTime: startTime ?? undefined,
        eventLocation,
        ...(isOffered && { packageId: current.id }),
      }}
      onFinish={submit}
      onClose={onClose}
    >
      <Form.Item name="eventDate" label="Date">
        <Input type="date" min={today()} />
      </Form.Item>
      <div className="columns fields">
        <Form.Item name="durationDays" label="Days" rules={rules('durationDays')}>
          <InputNumber controls={false} inputMode="numeric" />
        </Form.Item>
        <Form.Item name="startTime" label="Start time">
          <Input type="time" />
        </Form.Item>
      </div>
      <Form.Item name="eventLocation" label="Place">
        <Input maxLength={300} />
      </Form.Item>
      <Form.Item
        name="packageId"
        label="Package"
        extra="A deposit that was paid stays the same. Only the balance changes."
      >
        <Select options={options} placeholder={current.name} disabled={balancePaid} />
      </Form.Item>
    </FormDialog>
  );
}
