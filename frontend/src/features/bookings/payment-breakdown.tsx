import { Flex } from 'antd';
import type { ReactNode } from 'react';
import { depositPercent } from '#bookings/contract';
import { money } from '../../platform/money.ts';
import { isUsualDeposit } from './payment-summary.ts';
import './bookings.css';

type PaymentBreakdownProps = {
  deposit: number;
  balance: number;
  total: number;
  depositTag?: ReactNode;
  balanceTag?: ReactNode;
};

const row = { wrap: true, gap: '4px 12px', align: 'center', justify: 'space-between' } as const;

/** What is paid first, what is paid later, and the total. Amounts in cents. */
export function PaymentBreakdown({ deposit, balance, total, depositTag, balanceTag }: PaymentBreakdownProps) {
  const isUsual = isUsualDeposit(deposit, total);
  return (
    <dl className="rows">
      <Share name="Deposit" percent={isUsual && depositPercent} amount={deposit} tag={depositTag} />
      <Share name="Balance" percent={isUsual && 100 - depositPercent} amount={balance} tag={balanceTag} />
      <Flex className="figure" {...row}>
        <dt>Total</dt>
        <dd className="money">{money(total)}</dd>
      </Flex>
    </dl>
  );
}

type ShareProps = { name: string; percent: number | false; amount: number; tag: ReactNode };

function Share({ name, percent, amount, tag }: ShareProps) {
  return (
    <Flex {...row}>
      <dt>
        {name} {percent !== false && <span className="muted num">{percent}%</span>}
      </dt>
      <Flex component="dd" gap={10} align="center">
        {tag}
        <span className="money">{money(amount)}</span>
      </Flex>
    </Flex>
  );
}
