import { Button } from 'antd';
import { monthlyCredits, type OwnPlan } from '#plans/contract';
import { shortDate } from '../../platform/dates.ts';
import { money } from '../../platform/money.ts';
import { Panel } from '../../ui/panel.tsx';
import { usePayPlan } from './api.ts';

/** The plan that the user has now, until when, and what is left of its credits. */
export function CurrentPlan({ plan }: { plan: OwnPlan }) {
  const { creditsLeft, creditsExpireAt, paidUntil, price, mayPay } = plan;
  const { pay, isPending } = usePayPlan();
  const isPro = plan.plan === 'pro';
  return (
    <Panel title={isPro ? 'Your plan: Pro' : 'Your plan: Free'} text={isPro ? proText(paidUntil) : freeText(paidUntil)}>
      <div className="stack">
        {(isPro || creditsLeft > 0) && (
          <p>
            <span className="figure">{creditsLeft}</span> {creditsLeft === 1 ? 'lead credit left' : 'lead credits left'}
            {creditsLeft > 0 && creditsExpireAt && (
              <span className="muted"> · the first one expires on {shortDate(creditsExpireAt)}</span>
            )}
          </p>
        )}
        <div>
          <Button type="primary" loading={isPending} disabled={!mayPay} onClick={pay}>
            {isPro || paidUntil ? 'Renew for another month' : 'Upgrade to Pro'} - {money(price)}
          </Button>
        </div>
        <p className="muted small">
          {mayPay
            ? `You pay for Pro one month at a time, with ${monthlyCredits} lead credits. It doesn’t renew automatically.`
            : 'Your plan is paid well in advance. You can renew it later.'}
        </p>
      </div>
    </Panel>
  );
}

const proText = (paidUntil: string | null): string =>
  paidUntil === null ? 'Paid by the month.' : `Paid until ${shortDate(paidUntil)}.`;

const freeText = (paidUntil: string | null): string =>
  paidUntil === null
    ? '$0 a month. You pay for each lead you unlock.'
    : `Pro starts again later and runs until ${shortDate(paidUntil)}.`;
