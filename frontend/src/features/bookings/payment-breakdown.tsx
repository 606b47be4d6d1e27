import type { ReactNode } from 'react';
import { depositPercent } from '#bookings/contract';
import { money } from '../../platform/money.ts';

type PaymentBreakdownProps = {
  deposit: number;
  balance: number;
  total: number;
  depositTag?: ReactNode;
  balanceTag?: ReactNode;
};

/** What is paid before, what after, and what that makes. Amounts in cents. */
export function PaymentBreakdown({ deposit, balance, total, depositTag, balanceTag }: PaymentBreakdownProps) {
  return (
    <dl className="sums">
      <Share name="Deposit" percent={depositPercent} amount={deposit}>
        {depositTag}
      </Share>
      <Share name="Balance" percent={100 - depositPercent} amount={balance}>
        {balanceTag}
      </Share>
      <div className="sum total">
        <dt>Total</dt>
        <dd className="money">{money(total)}</dd>
      </div>
    </dl>
  );
}

type ShareProps = { name: string; percent: number; amount: number; children?: ReactNode };

function Share({ name, percent, amount, children }: ShareProps) {
  return (
    <div className="sum">
      <dt>
        {name} <span className="muted num">{percent}%</span>
      </dt>
      <dd>
        {children}
        <span className="money">{money(amount)}</span>
      </dd>
    </div>
  );
}
