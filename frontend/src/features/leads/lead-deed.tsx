import { Button, Popconfirm, Popover } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Lead } from '#leads/contract';
import { shortDate } from '../../shared/dates.ts';
import { messageOf } from '../../shared/http.ts';
import { money, shortMoney } from '../../shared/money.ts';
import { useNotify } from '../../shared/notify.tsx';
import { withdrawLead } from './api.ts';
import { useUnlock } from './unlock.ts';

type LeadDeedProps = { lead: Lead; sells: boolean; signedIn: boolean; onChange: () => void };

/** What the reader can do about a lead: its owner withdraws it, professionals unlock it, other clients only read. */
export function LeadDeed({ lead, sells, signedIn, onChange }: LeadDeedProps) {
  if (lead.mine) return <Withdraw lead={lead} onChange={onChange} />;
  if (!sells) return null;
  if (lead.unlocked)
    return (
      <Link className="button" to="/leads/purchased">
        Unlocked
      </Link>
    );
  return <Unlock lead={lead} signedIn={signedIn} />;
}

// Inside the page's landmarks, where screen readers look for it.
const beside = (trigger: HTMLElement): HTMLElement => trigger.parentElement ?? document.body;

function Unlock({ lead, signedIn }: { lead: Lead; signedIn: boolean }) {
  const { unlock, opening } = useUnlock(lead.id, signedIn);
  const full = lead.buyers >= lead.buyersLimit;
  return (
    <>
      <Button type="primary" disabled={full} loading={opening} onClick={() => void unlock()}>
        Unlock - {shortMoney(lead.leadPrice)}
      </Button>
      <Popover
        trigger="click"
        placement="bottomRight"
        getPopupContainer={beside}
        content={<Why lead={lead} full={full} />}
      >
        <button type="button" className="link bare small">
          {full ? 'Why not?' : `Why ${shortMoney(lead.leadPrice)}?`}
        </button>
      </Popover>
    </>
  );
}

function Why({ lead: { leadPrice, createdAt, buyersLimit }, full }: { lead: Lead; full: boolean }) {
  return (
    <div className="why">
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

function Withdraw({ lead, onChange }: { lead: Lead; onChange: () => void }) {
  const notify = useNotify();
  const [sending, setSending] = useState(false);
  const withdraw = async () => {
    setSending(true);
    try {
      await withdrawLead(lead.id);
      notify.success('Lead withdrawn');
      onChange();
    } catch (error) {
      notify.error(messageOf(error, 'Failed to withdraw lead'));
    } finally {
      setSending(false);
    }
  };
  return (
    <Popconfirm
      title="Withdraw this lead?"
      description="Professionals stop seeing it. Those who unlocked it keep your contact details."
      okText="Withdraw lead"
      cancelText="Keep it"
      icon={null}
      placement="bottomRight"
      getPopupContainer={beside}
      onConfirm={withdraw}
    >
      <Button loading={sending}>Withdraw</Button>
    </Popconfirm>
  );
}
