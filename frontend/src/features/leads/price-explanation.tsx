import { Flex } from 'antd';
import type { Lead } from '#leads/contract';
import { shortDate } from '../../platform/dates.ts';
import { money } from '../../platform/money.ts';

/** Explains the price of a lead, or why it cannot be unlocked. */
export function PriceExplanation({
  lead: { leadPrice, createdAt, buyersLimit, hasPhone },
  full,
}: {
  lead: Lead;
  full: boolean;
}) {
  return (
    <Flex className="small" vertical gap={8}>
      {full ? (
        <p>
          All {buyersLimit} places for this lead are taken. A place becomes free only if one of these purchases is
          refunded.
        </p>
      ) : (
        <>
          <p>
            <b>{money(leadPrice)}, the same for every lead.</b> The price was set when this lead was posted on{' '}
            {shortDate(createdAt)} and stays the same as others unlock it.
          </p>
          <p>
            You get the client’s{' '}
            {hasPhone ? 'name, email and phone number' : 'name and email; they gave no phone number'}, and so do at most{' '}
            {buyersLimit - 1} others. Your place is reserved for 15 minutes while you pay.
          </p>
        </>
      )}
    </Flex>
  );
}
