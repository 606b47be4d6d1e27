import { aggregate, type PersonalData, refuse } from '#kernel';
import { holdEnd } from './payout-schedule.ts';

export type PayoutDestinationCommands = {
  /**
   * `role` is the sign-up role: staff act in their staff role. `scheme` is the banking system, `numbers` what it needs
   * besides the holder.
   */
  change: {
    userId: string;
    role: string | undefined;
    scheme: string;
    holder: string;
    numbers: Readonly<Record<string, string>>;
    lastFour: string;
  };
};

export type PayoutDestinationEvents = {
  /**
   * The professional entered where their payouts go. `number` counts from 1. The holder, the numbers and their last
   * characters are null after the professional's erasure. Nothing is paid to them before `heldUntil`.
   */
  PayoutDestinationChanged: {
    userId: string;
    number: number;
    scheme: string;
    holder: string | null;
    numbers: Readonly<Record<string, string>> | null;
    lastFour: string | null;
    heldUntil: string;
  };
};

const personalData: PersonalData<PayoutDestinationEvents> = {
  PayoutDestinationChanged: { of: 'userId', fields: ['holder', 'numbers', 'lastFour'] },
};

type PayoutDestination = {
  readonly number: number;
  readonly scheme: string;
  readonly holder: string | null;
  readonly numbers: Readonly<Record<string, string>> | null;
  readonly heldUntil: string;
};

export const isProfessional = (role: string | undefined): boolean => role === 'creator' || role === 'vendor';

export const payoutDestination = aggregate<
  PayoutDestinationCommands,
  PayoutDestinationEvents,
  PayoutDestination,
  'payout-destination'
>({
  stream: 'payout-destination',
  personalData,
  initial: { number: 0, scheme: '', holder: null, numbers: null, heldUntil: '' },
  decide: {
    change({ number }, { facts: { role, ...facts }, by, at }) {
      if (by.id !== facts.userId || !isProfessional(role))
        refuse('payout-destination-not-allowed', 'Only professionals enter bank details, and only their own');
      return [{ type: 'PayoutDestinationChanged', data: { ...facts, number: number + 1, heldUntil: holdEnd(at) } }];
    },
  },
  evolve: {
    PayoutDestinationChanged: (_, { number, scheme, holder, numbers, heldUntil }) => ({
      number,
      scheme,
      holder,
      numbers,
      heldUntil,
    }),
  },
});
