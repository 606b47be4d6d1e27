import { Button, Popover } from 'antd';
import { Suspense } from 'react';
import { Link } from 'react-router-dom';
import type { Lead } from '#leads/contract';
import { shortMoney } from '../../platform/money.ts';
import { amount } from '../../platform/text.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useUnlockLead, useUnlockWithCredit } from './list-api.ts';

const PriceExplanation = lazyPart(async () => (await import('./price-explanation.tsx')).PriceExplanation);

/** `credits` is how many lead credits the user has left. */
type LeadActionsProps = { lead: Lead; isProfessional: boolean; credits: number };

/**
 * The user's actions on a lead: its owner manages it on a page of its own, professionals can unlock it, other clients
 * have none.
 */
export function LeadActions({ lead, isProfessional, credits }: LeadActionsProps) {
  if (lead.mine)
    return (
      <Link className="button" to="/leads/mine">
        Manage
      </Link>
    );
  if (!isProfessional) return null;
  if (lead.unlocked)
    return (
      <Link className="button" to="/leads/purchased">
        Unlocked
      </Link>
    );
  return <Unlock lead={lead} credits={credits} />;
}

function Unlock({ lead, credits }: { lead: Lead; credits: number }) {
  const [checkout, withCredit] = [useUnlockLead(lead.id), useUnlockWithCredit(lead.id)];
  const { unlock, isPending } = credits > 0 ? withCredit : checkout;
  const isFull = lead.buyers >= lead.buyersLimit;
  return (
    <>
      <Button type="primary" loading={isPending} disabled={isFull} onClick={unlock}>
        Unlock - {shortMoney(lead.leadPrice)}
      </Button>
      <span className="small muted">{lead.hasPhone ? 'Email and phone' : 'Email, no phone number'}</span>
      {credits > 0 && !isFull && <span className="small num">Uses 1 of {amount(credits, 'credit')}</span>}
      <Popover
        trigger="click"
        placement="bottomRight"
        styles={{ container: { maxWidth: 330 } }}
        content={
          <Suspense>
            <PriceExplanation lead={lead} full={isFull} />
          </Suspense>
        }
      >
        <Button type="link">{isFull ? 'Why is it full?' : `Why ${shortMoney(lead.leadPrice)}?`}</Button>
      </Popover>
    </>
  );
}
