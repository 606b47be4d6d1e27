import { type FocusEvent, type KeyboardEvent, type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Lead } from '#leads/contract';
import { shortDate } from '../../platform/dates.ts';
import { money, shortMoney } from '../../platform/money.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useUnlockLead, useWithdrawLead } from './api.ts';

type LeadActionsProps = { lead: Lead; sells: boolean };

/** What the reader can do about a lead: its owner withdraws it, professionals unlock it, other clients only read. */
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
  const full = lead.buyers >= lead.buyersLimit;
  return (
    <>
      <BusyButton primary busy={isPending} disabled={full} onClick={unlock}>
        Unlock - {shortMoney(lead.leadPrice)}
      </BusyButton>
      <Explained question={full ? 'Why not?' : `Why ${shortMoney(lead.leadPrice)}?`}>
        <Why lead={lead} full={full} />
      </Explained>
    </>
  );
}

const leave = ({ currentTarget, relatedTarget }: FocusEvent<HTMLDetailsElement>) => {
  if (!currentTarget.contains(relatedTarget)) currentTarget.open = false;
};
const closeByEscape = ({ currentTarget, key }: KeyboardEvent<HTMLDetailsElement>) => {
  if (key === 'Escape') currentTarget.open = false;
};

function Explained({ question, children }: { question: string; children: ReactNode }) {
  return (
    <details className="explained" onBlur={leave} onKeyDown={closeByEscape}>
      <summary className="link small">{question}</summary>
      {children}
    </details>
  );
}

function Why({ lead: { leadPrice, createdAt, buyersLimit }, full }: { lead: Lead; full: boolean }) {
  return (
    <div className="card why">
      {full ? (
        <p>
          All {buyersLimit} places of this lead are taken. A place comes back when someone leaves the checkout without
          paying.
        </p>
      ) : (
        <>
          <p>
            <b>{money(leadPrice)}, the same for every lead.</b> It was set when this lead was posted on{' '}
            {shortDate(createdAt)} and does not rise as others unlock it.
          </p>
          <p>
            You get the client’s name, e-mail and phone. At most {buyersLimit} professionals do. Your place is kept for
            15 minutes while you pay.
          </p>
        </>
      )}
    </div>
  );
}

function Withdraw({ lead }: { lead: Lead }) {
  const withdraw = useWithdrawLead(lead.id);
  const [asking, setAsking] = useState(false);
  const keep = () => setAsking(false);
  const actions = (
    <>
      <BusyButton onClick={keep}>Keep it</BusyButton>
      <BusyButton danger busy={withdraw.isPending} onClick={() => withdraw.mutate(undefined, { onSuccess: keep })}>
        Withdraw lead
      </BusyButton>
    </>
  );
  return (
    <>
      <BusyButton onClick={() => setAsking(true)}>Withdraw</BusyButton>
      <Dialog title="Withdraw this lead?" open={asking} onClose={keep} actions={actions}>
        <p>Professionals stop seeing it. Those who unlocked it keep your contact details.</p>
      </Dialog>
    </>
  );
}
