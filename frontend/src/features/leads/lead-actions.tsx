import { Button, Flex, Popover } from 'antd';
import { lazy, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Lead } from '#leads/contract';
import { shortDate } from '../../platform/dates.ts';
import { money, shortMoney } from '../../platform/money.ts';
import { Deferred } from '../../ui/deferred.tsx';
import { useUnlockLead, useWithdrawLead } from './api.ts';

const ConfirmDialog = lazy(async () => ({ default: (await import('../../ui/confirm-dialog.tsx')).ConfirmDialog }));

type LeadActionsProps = { lead: Lead; sells: boolean };

/** The user's actions on a lead: its owner can withdraw it, professionals can unlock it, other clients have none. */
export function LeadActions({ lead, sells }: LeadActionsProps) {
  if (lead.mine) return <Withdraw lead={lead} />;
  if (!sells) return null;
  if (lead.unlocked)
    return (
      <Link className="button" to="/leads/purchased">
        Unlocked
      </Link>
    );
  return <Unlock lead={lead} />;
}

function Unlock({ lead }: { lead: Lead }) {
  const { unlock, isPending } = useUnlockLead(lead.id);
  const isFull = lead.buyers >= lead.buyersLimit;
  return (
    <>
      <Button type="primary" loading={isPending} disabled={isFull} onClick={unlock}>
        Unlock - {shortMoney(lead.leadPrice)}
      </Button>
      <Popover
        trigger="click"
        placement="bottomRight"
        styles={{ container: { maxWidth: 330 } }}
        content={<PriceExplanation lead={lead} full={isFull} />}
      >
        <Button type="link">{isFull ? 'Why is it full?' : `Why ${shortMoney(lead.leadPrice)}?`}</Button>
      </Popover>
    </>
  );
}

function PriceExplanation({ lead: { leadPrice, createdAt, buyersLimit }, full }: { lead: Lead; full: boolean }) {
  return (
    <Flex className="small" vertical gap={8}>
      {full ? (
        <p>
          All {buyersLimit} places for this lead are taken. A place becomes free if another professional leaves the
          checkout without paying.
        </p>
      ) : (
        <>
          <p>
            <b>{money(leadPrice)}, the same for every lead.</b> The price was set when this lead was posted on{' '}
            {shortDate(createdAt)} and stays the same as others unlock it.
          </p>
          <p>
            You get the client’s name, email and phone number, and so do at most {buyersLimit - 1} others. Your place is
            reserved for 15 minutes while you pay.
          </p>
        </>
      )}
    </Flex>
  );
}

function Withdraw({ lead }: { lead: Lead }) {
  const withdraw = useWithdrawLead(lead.id);
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Withdraw</Button>
      <Deferred open={open}>
        <ConfirmDialog
          title="Withdraw this lead?"
          open={open}
          confirm="Withdraw Lead"
          keep="Keep Lead"
          submitting={withdraw.isPending}
          onConfirm={() => withdraw.mutate(undefined, { onSuccess: close })}
          onKeep={close}
        >
          <p>Professionals will no longer see it. Those who unlocked it keep your contact details.</p>
        </ConfirmDialog>
      </Deferred>
    </>
  );
}
