import { type Cents, refuse, split } from '#kernel';

/** A package as a proposal offers it. The texts are null after the professional's erasure. */
export type ProposedPackage = {
  readonly packageId: string;
  readonly packageName: string | null;
  readonly durationHours: number;
  readonly deliverables: readonly string[] | null;
  readonly price: Cents;
};

/** What a party proposes to change. What stays as it is, is null; so is the place after the client's erasure. */
export type ProposedChanges = {
  /** YYYY-MM-DD. */
  readonly eventDate: string | null;
  readonly eventLocation: string | null;
  readonly package: ProposedPackage | null;
};

/** The latest proposal, if it is neither accepted nor declined. A counter-offer replaces it and has the next number. */
export type Proposal = ProposedChanges & { readonly number: number; readonly proposedBy: string };

type Amounts = Readonly<Record<'deposit' | 'balance', Cents>>;
type PaidParts = Readonly<Partial<Record<'deposit' | 'balance', unknown>>>;

const depositPercent = 30;

/** Divides a price into the deposit and the balance. */
export const priceParts = (price: Cents): Amounts => {
  const [deposit, balance] = split(price, depositPercent);
  return { deposit, balance };
};

/**
 * The parts of a changed price. A deposit that is paid stays as it is, and the balance is the rest. Refuses
 * `booking-price-paid` if the balance is paid, and `booking-price-low` if the price is less than the deposit.
 */
export const changedAmounts = (due: Amounts, paid: PaidParts, price: Cents): Amounts => {
  if (paid.balance !== undefined)
    refuse('booking-price-paid', 'This booking is paid in full, so its package can no longer change');
  if (paid.deposit === undefined) return priceParts(price);
  if (price < due.deposit)
    refuse('booking-price-low', 'This package costs less than the deposit that is already paid. Choose another one.');
  return { deposit: due.deposit, balance: price - due.deposit };
};

/** Refuses a proposal that changes nothing. */
export const requireChanges = ({ eventDate, eventLocation, package: offer }: ProposedChanges): void => {
  if (eventDate === null && eventLocation === null && offer === null)
    refuse('booking-proposal-empty', 'Propose another date, place or package');
};
