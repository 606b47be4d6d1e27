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

/** The actions on a payout that is to be paid. */
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
      <RevealDialog {...dialog('reveal')} />
      <MarkAsPaidDialog {...dialog('paid')} />
      <MarkAsFailedDialog {...dialog('failed')} />
    </>
  );
}

type DialogProps = { payout: StaffPayout; open: boolean; onClose: () => void };

function RevealDialog({ payout, open, onClose }: DialogProps) {
  const reveal = useRevealTransfer(payout.id);
  const [details, setDetails] = useState<TransferDetails>();
  return (
    <>
      <ReasonDialog
        name={`reveal-${payout.id}`}
        title="Show bank details"
        text="The log records that you viewed them and why. The professional can see this."
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

function MarkAsPaidDialog({ payout, open, onClose }: DialogProps) {
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

function MarkAsFailedDialog({ payout, open, onClose }: DialogProps) {
  const record = useRecordPayoutFailure(payout.id);
  return (
    <FormDialog<PayoutFailure>
      name={`failed-${payout.id}`}
      title="Mark as failed"
      text="The money was not transferred, or was returned. It becomes available again and is part of the next payout."
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
        extra="No payouts start until the professional enters new bank details."
      >
        <Checkbox>The bank did not accept the bank details</Checkbox>
      </Form.Item>
    </FormDialog>
  );
}
