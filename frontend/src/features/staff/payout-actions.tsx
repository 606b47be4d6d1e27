import { Checkbox, Descriptions, Form, Input, Modal } from 'antd';
import { useState } from 'react';
import {
  type PayoutFailure,
  type PayoutReturn,
  type StaffPayout,
  type TransferDetails,
  transferRecord,
} from '#backoffice/contract';
import { maxReasonLength } from '#bookings/contract';
import { bankFieldNames } from '#payouts/contract';
import { rulesFor } from '../../platform/form-rules.ts';
import { money } from '../../platform/money.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { ReasonField } from '../../ui/form-fields.tsx';
import { ActionMenu } from './action-menu.tsx';
import { handoverText } from './payout-texts.ts';
import { useRecordPayoutFailure, useRecordPayoutReturn, useRecordTransfer, useRevealTransfer } from './payouts-api.ts';
import { ReasonDialog, reasonHint } from './reason-dialog.tsx';
import { useChosenAction } from './use-chosen-action.ts';

type Action = 'reveal' | 'paid' | 'failed' | 'returned';
type Item = { readonly key: Action; readonly label: string; readonly danger: boolean };
const rules = rulesFor(transferRecord);

const actionsByStatus = {
  started: [
    { key: 'reveal', label: 'Show bank details', danger: false },
    { key: 'paid', label: 'Mark as paid', danger: false },
    { key: 'failed', label: 'Mark as failed', danger: true },
  ],
  made: [{ key: 'returned', label: 'Transfer came back', danger: true }],
  failed: [],
  returned: [],
} as const satisfies Record<StaffPayout['status'], readonly Item[]>;

/** The actions on a payout that is to be paid, or whose transfer can be returned. */
export function PayoutActions({ payout }: { payout: StaffPayout }) {
  const { chosen, isOpen, choose, close } = useChosenAction<Action>('reveal');
  const items: readonly Item[] = actionsByStatus[payout.status];
  if (items.length === 0) return null;
  const dialog = (action: Action) => ({ payout, open: isOpen && chosen === action, onClose: close });
  return (
    <>
      <ActionMenu<Action> items={items} onChoose={choose} />
      <RevealDialog {...dialog('reveal')} />
      <MarkAsPaidDialog {...dialog('paid')} />
      <MarkAsFailedDialog {...dialog('failed')} />
      <TransferReturnedDialog {...dialog('returned')} />
    </>
  );
}

type DialogProps = { payout: StaffPayout; open: boolean; onClose: () => void };

const logText = 'The log records that you viewed them and why. The professional can see this.';

function RevealDialog({ payout, open, onClose }: DialogProps) {
  const reveal = useRevealTransfer(payout.id);
  const [details, setDetails] = useState<TransferDetails>();
  return (
    <>
      <ReasonDialog
        name={`reveal-${payout.id}`}
        title="Show bank details"
        text={
          payout.handedOverAt === null
            ? logText
            : `${handoverText(payout)}: check that it was not transferred already. ${logText}`
        }
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
      <Form.Item
        name="reference"
        label="The bank’s reference"
        extra="Without names or email addresses: it is stored permanently, and the professional can read it."
        rules={rules('reference')}
      >
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
      text={`The money was not transferred. ${later}`}
      confirm="Mark as failed"
      open={open}
      submitting={record.isPending}
      requiredMark={false}
      initialValues={{ destinationWrong: false, notTransferred: false }}
      onFinish={({ reason, destinationWrong, notTransferred = false }) =>
        record.mutate({ reason: reason.trim(), destinationWrong, notTransferred }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      <FailureFields />
      {payout.handedOverAt !== null && (
        <Form.Item
          name="notTransferred"
          valuePropName="checked"
          extra="The bank details of this payout were exported or shown. If it was transferred, mark it as paid."
          rules={[
            {
              validator: (_, checked) =>
                checked ? Promise.resolve() : Promise.reject(new Error('Confirm that the money was not transferred')),
            },
          ]}
        >
          <Checkbox>I have checked that the money was not transferred, or came back</Checkbox>
        </Form.Item>
      )}
    </FormDialog>
  );
}

function TransferReturnedDialog({ payout, open, onClose }: DialogProps) {
  const record = useRecordPayoutReturn(payout.id);
  return (
    <FormDialog<PayoutReturn>
      name={`returned-${payout.id}`}
      title="Transfer came back"
      text={`The bank returned ${money(payout.amount)}. ${later}`}
      confirm="Record"
      open={open}
      submitting={record.isPending}
      requiredMark={false}
      initialValues={{ destinationWrong: false }}
      onFinish={({ reason, destinationWrong }) =>
        record.mutate({ reason: reason.trim(), destinationWrong }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      <FailureFields />
    </FormDialog>
  );
}

const later = 'It will be part of a later payout. The professional is notified.';

function FailureFields() {
  return (
    <>
      <ReasonField
        label="Reason"
        extra={`The professional can read it. ${reasonHint}`}
        maxLength={maxReasonLength}
        missing="Enter a reason"
      />
      <Form.Item
        name="destinationWrong"
        valuePropName="checked"
        extra="No payouts start until the professional enters new bank details."
      >
        <Checkbox>The bank did not accept the bank details</Checkbox>
      </Form.Item>
    </>
  );
}
