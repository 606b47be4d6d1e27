import { ChangePayoutDestination, PayoutsQueries, RecordTransfer, StartPayout } from '#payouts';
import { bankDetailsOf } from '#payouts/contract';
import { demoPassword } from '#platform/config';
import type { DemoCommands } from './demo-commands.ts';
import { type Name, people } from './demo-data.ts';
import { instantInDays } from './demo-history.ts';
import type { DemoTime } from './demo-time.ts';

/** The professionals who have entered bank details; the numbers of their accounts are invented. */
const accounts = { photographer: '000198127645', dj: '000774120038' } as const satisfies Partial<Record<Name, string>>;
/**
 * When the bank details were entered and when payouts were transferred, in days from now. The last payouts are still to
 * be paid.
 */
const enteredDays = -200;
const transferDays = Array.from({ length: 27 }, (_, week) => -191 + week * 7);
const latestStartDays = -1.2;
const maxWaiting = 100;

/** What happened to the payouts of the demo's professionals. Payouts start automatically, on Mondays. */
export const payoutSteps = (demo: DemoCommands, time: DemoTime, now: number) => [
  ...(Object.keys(accounts) as (keyof typeof accounts)[]).map((name) => {
    const at = instantInDays(enteredDays, now);
    return { at, run: () => enterBankDetails(demo, time, { name, at }) };
  }),
  ...transferDays.map((days) => {
    const at = instantInDays(days, now);
    return { at, run: () => transfer(demo, time, at) };
  }),
  {
    at: instantInDays(latestStartDays, now),
    run: async () => {
      const at = instantInDays(latestStartDays, now);
      await time.prepare(at, 'payout-photographer', new StartPayout(await demo.idOf('photographer'), at));
    },
  },
];

const enterBankDetails = async (
  demo: DemoCommands,
  time: DemoTime,
  { name, at }: { name: keyof typeof accounts; at: string },
): Promise<void> => {
  const { firstName, lastName } = people[name];
  const bank = bankDetailsOf.us.parse({
    scheme: 'us',
    holder: `${firstName} ${lastName}`,
    routingNumber: '021000021',
    accountNumber: accounts[name],
  });
  const proof = { password: demoPassword, nonce: '' };
  const client = { sessionId: '', ip: undefined };
  await time.send(at, name, 'bank-details', new ChangePayoutDestination(await demo.idOf(name), bank, proof, client));
};

/** Records a transfer for every payout that is to be paid. */
const transfer = async (demo: DemoCommands, time: DemoTime, at: string): Promise<void> => {
  await time.advance(at);
  const { items } = await demo.as('staff', () => demo.get(PayoutsQueries).search({ status: 'started' }, maxWaiting));
  for (const { id, number, professional } of items)
    await time.administer(
      at,
      `transfer-${id}`,
      new RecordTransfer(id, `ACH ${at.slice(0, 10).replaceAll('-', '')}-${number}${professional.id.slice(0, 2)}`),
    );
};
