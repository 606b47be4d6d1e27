import { type Cents, refuse } from '#kernel';
import { sharesOf } from './booking-terms.contract.ts';
import { daysOf, type EventTime } from './event-time.ts';

/** A package as a proposal offers it. The texts are null after the professional's erasure. */
export type ProposedPackage = {
  readonly packageId: string;
  readonly packageName: string | null;
  readonly durationHours: number;
  readonly deliverables: readonly string[] | null;
  readonly price: Cents;
};

/** What a party proposes to change. Unchanged values are null, and so is the place after the client's erasure. */
export type ProposedChanges = {
  /** YYYY-MM-DD. */
  readonly eventDate: string | null;
  readonly durationDays: number | null;
  /** HH:MM. */
  readonly startTime: string | null;
  /** Set if the event should no longer have a start time. */
  readonly removesStartTime?: true | undefined;
  readonly eventLocation: string | null;
  /** The IANA name of the time zone of the proposed place. */
  readonly timeZone: string | null;
  readonly package: ProposedPackage | null;
};

/** The latest proposal, if it is neither accepted nor declined. A counter-offer replaces it and has the next number. */
export type Proposal = ProposedChanges & { readonly number: number; readonly proposedBy: string };

type Amounts = Readonly<Record<'deposit' | 'balance', Cents>>;
type PaidParts = Readonly<Partial<Record<'deposit' | 'balance', unknown>>>;

/**
 * The parts of a changed price. A deposit that is paid stays as it is, and the balance is the rest. Refuses
 * `booking-price-paid` if the balance is paid, and `booking-price-low` if the price is less than the deposit.
 */
export const changedAmounts = (due: Amounts, paid: PaidParts, price: Cents): Amounts => {
  if (paid.balance !== undefined)
    refuse('booking-price-paid', 'This booking is paid in full, so its package can no longer change');
  if (paid.deposit === undefined) return sharesOf(price);
  if (price < due.deposit)
    refuse('booking-price-low', 'This package costs less than the deposit that is already paid. Choose another one.');
  return { deposit: due.deposit, balance: price - due.deposit };
};

/** Refuses a proposal that changes nothing. */
export const requireChanges = (changes: Omit<ProposedChanges, 'timeZone'>): void => {
  const { eventDate, durationDays, startTime, removesStartTime = null, eventLocation, package: offer } = changes;
  if ([eventDate, durationDays, startTime, removesStartTime, eventLocation, offer].every((change) => change === null))
    refuse('booking-proposal-empty', 'Change the date, days, start time, place or package');
};

type TimeChanges = Pick<ProposedChanges, 'eventDate' | 'durationDays' | 'startTime' | 'removesStartTime' | 'timeZone'>;

/** When the event takes place if the proposal is accepted. */
export const changedTime = (current: EventTime, changes: TimeChanges): EventTime => ({
  eventDate: changes.eventDate ?? current.eventDate,
  durationDays: changes.durationDays ?? current.durationDays,
  startTime: changes.removesStartTime ? null : (changes.startTime ?? current.startTime),
  timeZone: changes.timeZone ?? current.timeZone,
});

/** The days that accepting the proposal would add to the event. */
export const addedDays = (current: EventTime, changes: TimeChanges): readonly string[] => {
  const currentDays = daysOf(current);
  return daysOf(changedTime(current, changes)).filter((date) => !currentDays.includes(date));
};
