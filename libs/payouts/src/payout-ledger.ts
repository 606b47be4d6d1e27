import type { Cents } from '#kernel';

/**
 * The accounts of a professional's ledger. `clients`: what clients have paid, as a negative balance. `held`: not earned
 * yet. `available`: earned, and in the next payout; negative if money was refunded to a client after it was paid out.
 * `in-transfer`: in a payout that has not ended. `paid-out`: transferred to the professional.
 */
export type LedgerAccount = 'clients' | 'held' | 'available' | 'in-transfer' | 'paid-out';
export const ledgerAccounts = ['clients', 'held', 'available', 'in-transfer', 'paid-out'] as const;

/** An amount of a payment that moves from one account (debit) to another (credit). It is always positive. */
export type Posting = {
  readonly paymentId: string;
  readonly debit: LedgerAccount;
  readonly credit: LedgerAccount;
  readonly amount: Cents;
};

/** Credits less debits of each account. They always add up to zero. */
export type Balances = Readonly<Record<LedgerAccount, Cents>>;
/** The balances of each payment, by its id. */
export type Ledger = Readonly<Record<string, Balances>>;

export const noBalances: Balances = { clients: 0, held: 0, available: 0, 'in-transfer': 0, 'paid-out': 0 };

export const balancesOf = (ledger: Ledger, paymentId: string): Balances => ledger[paymentId] ?? noBalances;

export const post = (ledger: Ledger, postings: readonly Posting[]): Ledger => {
  const result: Record<string, Balances> = { ...ledger };
  for (const { paymentId, debit, credit, amount } of postings) {
    const before = result[paymentId] ?? noBalances;
    const debited = { ...before, [debit]: before[debit] - amount };
    result[paymentId] = { ...debited, [credit]: debited[credit] + amount };
  }
  return result;
};

/** The sum of these balances. */
export const totalOf = (ledger: Ledger): Balances => {
  const total = { ...noBalances };
  for (const balances of Object.values(ledger))
    for (const account of ledgerAccounts) total[account] += balances[account];
  return total;
};

/** The earnings of one payment; see `EarnedPayment`. */
type Earned = {
  readonly paymentId: string;
  readonly received: Cents;
  readonly returned: Cents;
  readonly earned: Cents;
};

/** The postings that bring a payment's balances to its current earnings. */
export const earningPostings = (before: Balances, recorded: RecordedAmounts, now: Earned): readonly Posting[] => {
  const { paymentId } = now;
  const postings: Posting[] = [];
  let balances = before;
  const move = (debit: LedgerAccount, credit: LedgerAccount, amount: Cents): void => {
    // A negative amount is posted in the opposite direction.
    const posting = amount < 0 ? { debit: credit, credit: debit, amount: -amount } : { debit, credit, amount };
    if (amount === 0) return;
    postings.push({ paymentId, ...posting });
    balances = balancesOf(post({ [paymentId]: balances }, postings.slice(-1)), paymentId);
  };
  move('clients', 'held', now.received - recorded.received);
  // A refund is taken from what is not earned yet; only the rest reduces what is available, even below zero.
  const returned = now.returned - recorded.returned;
  const fromHeld = Math.min(returned, Math.max(0, balances.held));
  move('held', 'clients', fromHeld);
  move('available', 'clients', returned - fromHeld);
  const released = balances.available + balances['in-transfer'] + balances['paid-out'];
  const change = now.earned - released;
  // What was paid out, or is on its way, cannot be held again. Money that is held covers a negative balance, even if it is
  // not earned yet: otherwise the debt would be deducted from other bookings.
  move('held', 'available', Math.min(Math.max(change, -balances.available), balances.held));
  return postings;
};

/** What was received and returned of a payment according to the ledger so far. */
export type RecordedAmounts = { readonly received: Cents; readonly returned: Cents };
