import { Checkbox, Descriptions, Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { type PayoutFailure, type StaffPayout, type TransferDetails, transferRecord } from '#backoffice/contract';
import { maxReasonLength } from '#bookings/contract';
import { bankFieldNames } from '#payouts/contract';
import { rulesFor } from '../../platform/form-rules.ts';
import { money } from '../../platform/money.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { ReasonField } from '../../ui/form-fields.tsx';
import { ActionMenu } from './action-menu.tsx';
import { useRecordPayoutFailure, useRecordTransfer, useRevealTransfer } from './payouts-api.ts';
import { ReasonDialog, reasonHint } from './reason-dialog.tsx';
import { useChosenAction } from './use-chosen-action.ts';

type Action = 'reveal' | 'paid' | 'failed';
const rules = rulesFor(transferRecord);

/** What finance does with a payout that waits for its transfer. */
export function PayoutActions({ payout }: { payout: StaffPayout }) {
  const { chosen, isOpen, choose, close } = useChosenAction<Action>('reveal');
  if (payout.status !== 'started') return null;
  const dialog = (action: Action) => ({ payout, open: isOpen && chosen === action, onClose: close });
  return (
    <>
      <ActionMenu<Action>
        items={[
          { key: 'reveal', label: 'Show bank details', danger: false },
          { key: 'paid', label: 'Mark as paid', danger: false },
          { key: 'failed', label: 'Mark as failed', danger: true },
        ]}
        onChoose={choose}
      />
      <Reveal {...dialog('reveal')} />
      <Paid {...dialog('paid')} />
      <Failed {...dialog('failed')} />
    </>
  );
}

type DialogProps = { payout: StaffPayout; open: boolean; onClose: () => void };

function Reveal({ payout, open, onClose }: DialogProps) {
  const reveal = useRevealTransfer(payout.id);
  const [details, setDetails] = useState<TransferDetails>();
  return (
    <>
      <ReasonDialog
        name={`reveal-${payout.id}`}
        title="Show bank details"
        text="The log keeps that you saw them, and why. The professional can see it."
        confirm="Show"
        open={open}
        submitting={reveal.isPending}
        onReason={(reason) =>
          reveal.mutate(reason, {
            onSuccess: (shown) => {
              setDetails(shown);
              onClose();
            },
          })
        }
        onClose={onClose}
      />
      <Modal
        title={`Bank details for ${money(payout.amount)}`}
        open={details !== undefined}
        footer={null}
        onCancel={() => setDetails(undefined)}
      >
        <Descriptions
          column={1}
          colon={false}
          items={[
            { key: 'holder', label: 'Account holder', children: details?.holder },
            ...Object.entries(details?.numbers ?? {}).map(([key, value]) => ({
              key,
              label: bankFieldNames[key] ?? key,
              children: <span className="num">{value}</span>,
            })),
          ]}
        />
      </Modal>
    </>
  );
}

function Paid({ payout, open, onClose }: DialogProps) {
  const record = useRecordTransfer(payout.id);
  return (
    <FormDialog<{ reference: string }>
      name={`paid-${payout.id}`}
      title="Mark as paid"
      text={`You have transferred ${money(payout.amount)}. ${payout.professional.shortName} is notified. You can’t undo it.`}
      confirm="Mark as paid"
      open={open}
      submitting={record.isPending}
      requiredMark={false}
      onFinish={({ reference }) => record.mutate(reference, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Form.Item name="reference" label="The bank’s reference" rules={rules('reference')}>
        <Input autoComplete="off" maxLength={100} />
      </Form.Item>
    </FormDialog>
  );
}

function Failed({ payout, open, onClose }: DialogProps) {
  const record = useRecordPayoutFailure(payout.id);
  return (
    <FormDialog<PayoutFailure>
      name={`failed-${payout.id}`}
      title="Mark as failed"
      text="The money was not transferred, or came back. It is available again, and in the next payout."
      confirm="Mark as failed"
      open={open}
      submitting={record.isPending}
      requiredMark={false}
      initialValues={{ destinationWrong: false }}
      onFinish={({ reason, destinationWrong }) =>
        record.mutate({ reason: reason.trim(), destinationWrong }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      <ReasonField label="Reason" extra={reasonHint} maxLength={maxReasonLength} missing="Enter a reason" />
      <Form.Item
        name="destinationWrong"
        valuePropName="checked"
        extra="Nothing more is paid to them until the professional enters others."
      >
        <Checkbox>The bank did not accept the bank details</Checkbox>
      </Form.Item>
    </FormDialog>
  );
}
