import {
  type Actor,
  aggregate,
  type Cents,
  type Evolve,
  isAmount,
  type Message,
  type PersonalData,
  refuse,
  replay,
} from '#kernel';

export type FailureReason = 'declined' | 'cancelled' | 'expired';
type Charge = { chargeId: string; amount: Cents };
type Refund = Charge & { refundId: string };
type Dispute = Charge & { disputeId: string };
type DisputeOutcome = 'won' | 'lost';
type Checkout = { sessionId: string; url: string; expiresAt: string };
type Request = {
  reference: string;
  amount: Cents;
  currency: string;
  /** The number of this payment among the payer's payments for this reference, from 1. */
  attempt: number;
  description: string;
  returnPath: string;
};
/** What the provider reports about a payment. It may be incomplete. */
type Report = {
  paymentId: string;
  sessionId: string;
  status: FailureReason | 'open' | 'paid';
  charges: readonly Charge[];
  refunds: readonly Refund[];
  /** The charges that the payer's bank wants to take back. Undefined if the provider has no disputes. */
  disputes?: readonly (Dispute & { status: 'open' | DisputeOutcome })[];
};
/** What readers of an event need to know: who paid, and for what. */
type Subject = { reference: string; paymentId: string; sessionId: string; payerId: string };

export type PaymentCommands = {
  request: Request;
  openCheckout: Checkout;
  recordReport: Report;
  refund: { paymentId: string; refundId: string; amount: Cents; reason: string };
};

export type PaymentEvents = {
  PaymentRequested: Request & { payerId: string };
  CheckoutOpened: Checkout;
  PaymentSettled: Subject & Charge;
  PaymentFailed: Subject & { reason: FailureReason };
  /** Money that was not requested: a second charge, or a wrong amount. It is refunded automatically. */
  PaymentSurplusArrived: Subject & Charge;
  PaymentRefundRequested: Subject & Refund & { reason: string };
  PaymentRefunded: Subject & Refund;
  /**
   * The payer's bank wants to take a charge back. It is not refunded until the bank has decided, so that it is not paid
   * back twice.
   */
  PaymentDisputed: Subject & Dispute;
  /** A lost dispute is followed by a refund, which the bank has made. */
  PaymentDisputeClosed: Subject & Dispute & { outcome: DisputeOutcome };
  /** The bank returned what it had taken back in a dispute. Staff decide whether the payer gets it. */
  PaymentReinstated: Subject & Dispute;
  /** A requested refund that is not made, because nothing of its charge is left. */
  PaymentRefundDropped: Subject & Refund;
};

const personalData: PersonalData<PaymentEvents> = {
  PaymentRequested: { of: 'payerId', fields: ['description'] },
};

export type Payment = {
  readonly status: 'none' | 'requested' | 'open' | 'failed' | 'settled';
  readonly reference: string;
  readonly payerId: string;
  readonly amount: Cents;
  readonly currency: string;
  /** Null after the payer's erasure. */
  readonly description: string | null;
  readonly returnPath: string;
  readonly checkout: Checkout | null;
  /** The charge that settled the payment. All other charges are surplus. */
  readonly settlingCharge: (Charge & { readonly sessionId: string }) | null;
  readonly charges: readonly Charge[];
  readonly refunds: readonly (Refund & { readonly done: boolean })[];
  /** `outcome` is null until the bank has decided. */
  readonly disputes: readonly (Dispute & { readonly outcome: DisputeOutcome | null })[];
};

type Events = readonly Message<PaymentEvents>[];

const evolve: Evolve<PaymentEvents, Payment> = {
  PaymentRequested: (state, { attempt: _, ...requested }) => ({ ...state, ...requested, status: 'requested' }),
  CheckoutOpened: (state, checkout) => ({
    ...state,
    checkout,
    status: state.status === 'requested' ? 'open' : state.status,
  }),
  PaymentSettled: (state, { chargeId, amount, sessionId }) => ({
    ...state,
    status: 'settled',
    settlingCharge: { chargeId, amount, sessionId },
    charges: [...state.charges, { chargeId, amount }],
  }),
  PaymentFailed: (state) => ({ ...state, status: 'failed' }),
  PaymentSurplusArrived: (state, { chargeId, amount }) => ({
    ...state,
    charges: [...state.charges, { chargeId, amount }],
  }),
  PaymentRefundRequested: (state, refund) => withRefund(state, refund, false),
  PaymentRefunded: (state, refund) => withRefund(state, refund, true),
  PaymentDisputed: (state, dispute) => withDispute(state, dispute, null),
  PaymentDisputeClosed: (state, dispute) => withDispute(state, dispute, dispute.outcome),
  PaymentReinstated: (state, { disputeId }) => withoutRefund(state, bankRefundId(disputeId)),
  PaymentRefundDropped: (state, { refundId }) => withoutRefund(state, refundId),
};

export const payment = aggregate<PaymentCommands, PaymentEvents, Payment, 'payment'>({
  stream: 'payment',
  personalData,
  initial: {
    status: 'none',
    reference: '',
    payerId: '',
    amount: 0,
    currency: '',
    description: null,
    returnPath: '',
    checkout: null,
    settlingCharge: null,
    charges: [],
    refunds: [],
    disputes: [],
  },

  summary: ({ charges, refunds, disputes }) => ({
    received: totalOf(charges),
    refundRequested: totalOf(refunds.filter(({ done }) => !done)),
    refunded: totalOf(refunds.filter(({ done }) => done)),
    bankDispute: disputes.some(({ outcome }) => outcome === null),
  }),

  decide: {
    request({ status }, { facts, by }) {
      if (by.kind !== 'user' && by.kind !== 'staff') refuse('payment-not-allowed', 'Only a person can pay');
      if (status !== 'none') return [];
      requireValidAmounts([facts]);
      if (!/^\/(?!\/)[\w/.~-]*$/.test(facts.returnPath))
        refuse('payment-return-path-invalid', 'The return page must be on this site');
      return [{ type: 'PaymentRequested', data: { ...facts, payerId: by.id } }];
    },

    openCheckout({ status, checkout }, { facts }) {
      if (status === 'none') refuse('payment-not-found', 'This payment does not exist');
      return checkout ? [] : [{ type: 'CheckoutOpened', data: facts }];
    },

    // Reports can arrive in any order and more than once. Money that arrived is never refused.
    recordReport(state, { facts: report, by }) {
      requirePayer(state, by);
      // An invalid amount is an error of the gateway and not money that arrived; sums could not be computed with it.
      requireValidAmounts([...report.charges, ...report.refunds, ...(report.disputes ?? [])]);
      let current = state;
      return stepsOf(report).flatMap((step) => {
        const events = step(current);
        current = replay({ initial: current, evolve }, events);
        return events;
      });
    },

    refund(state, { facts: { amount, reason, refundId, paymentId }, by }) {
      if (state.status === 'none') refuse('payment-not-found', 'This payment does not exist');
      if (!mayRefund(by)) refuse('payment-not-allowed', 'Refunds are made by Festoon');
      if (state.refunds.some((known) => known.refundId === refundId)) return [];
      requireValidAmounts([{ amount }]);
      // Automatic refunds are requested, and made once the bank has decided.
      if (by.kind === 'staff' && isDisputed(state))
        refuse('payment-disputed', 'The payer’s bank is deciding about this payment, so it cannot be refunded now');
      const { settlingCharge } = state;
      const amountLeft = refundableAmount(state);
      // An automatic refund may have been decided before staff refunded a part manually, so it may request more than is
      // left and refunds the rest. Staff who request more than is left are refused.
      const maximum = by.kind === 'staff' ? amountLeft : (settlingCharge?.amount ?? 0);
      if (!settlingCharge || amount > maximum)
        refuse('payment-refund-too-large', 'The refund is larger than the amount that has not been refunded yet');
      if (amountLeft <= 0) return [];
      const subject = subjectOf(state, paymentId, settlingCharge.sessionId);
      const data = {
        ...subject,
        refundId,
        chargeId: settlingCharge.chargeId,
        amount: Math.min(amount, amountLeft),
        reason,
      };
      return [{ type: 'PaymentRefundRequested', data }];
    },
  },

  evolve,
});

// The part of the settling charge that was not refunded and for which no refund was requested.
const refundableAmount = ({ settlingCharge, refunds }: Payment): Cents =>
  settlingCharge ? settlingCharge.amount - sumOn(refunds, settlingCharge.chargeId) : 0;

/** Whether the payment settled and is neither fully refunded nor about to be. */
export const isPaid = (state: Payment): boolean => refundableAmount(state) > 0;

/** Whether a bank is deciding about this charge, or about any charge of the payment. */
export const isDisputed = ({ disputes }: Payment, chargeId?: string): boolean =>
  disputes.some((dispute) => dispute.outcome === null && (chargeId === undefined || dispute.chargeId === chargeId));

type Step = (state: Payment) => Events;

/** The steps that record a report. Each step is given the state that the steps before it produced. */
const stepsOf = ({ paymentId, sessionId, status, charges, refunds, disputes = [] }: Report): readonly Step[] => {
  const subjectIn = (state: Payment): Subject => subjectOf(state, paymentId, sessionId);
  return [
    ...refunds.map(
      (refund): Step =>
        (state) =>
          refundEvents(state, subjectIn(state), refund),
    ),
    ...charges.map(
      (charge): Step =>
        (state) =>
          chargeEvents(state, subjectIn(state), charge),
    ),
    ...disputes.map(
      (dispute): Step =>
        (state) =>
          disputeEvents(state, subjectIn(state), dispute),
    ),
    (state) => droppedRefunds(state, subjectIn(state)),
    (state) => (status === 'open' || status === 'paid' ? [] : failureEvents(state, subjectIn(state), status)),
  ];
};

const chargeEvents = (state: Payment, subject: Subject, { chargeId, amount }: Charge): Events => {
  if (state.charges.some((known) => known.chargeId === chargeId)) return [];
  const data = { ...subject, chargeId, amount };
  if (!state.settlingCharge && amount === state.amount) return [{ type: 'PaymentSettled', data }];
  const surplus = { type: 'PaymentSurplusArrived', data } as const;
  const amountLeft = amount - sumOn(state.refunds, chargeId);
  if (amountLeft <= 0) return [surplus];
  const refund = { ...data, refundId: `surplus-${chargeId}`, amount: amountLeft, reason: 'surplus' };
  return [surplus, { type: 'PaymentRefundRequested', data: refund }];
};

const refundEvents = (state: Payment, subject: Subject, { refundId, chargeId, amount }: Refund): Events =>
  state.refunds.some((known) => known.refundId === refundId && known.done)
    ? []
    : [{ type: 'PaymentRefunded', data: { ...subject, refundId, chargeId, amount } }];

const disputeEvents = (
  state: Payment,
  subject: Subject,
  { status, disputeId, chargeId, amount }: NonNullable<Report['disputes']>[number],
): Events => {
  const known = state.disputes.find((dispute) => dispute.disputeId === disputeId);
  const data = { ...subject, disputeId, chargeId, amount };
  const opened: Events = known ? [] : [{ type: 'PaymentDisputed', data }];
  // A bank can change its decision: take the money back later, or return what it took.
  if (status === 'open' || known?.outcome === status) return opened;
  const closed: Events = [...opened, { type: 'PaymentDisputeClosed', data: { ...data, outcome: status } }];
  if (status === 'won') return [...closed, ...reinstatement(state, data)];
  const amountLeft = Math.min(amount, notRefunded(state, chargeId));
  const refund = { ...subject, refundId: bankRefundId(disputeId), chargeId, amount: amountLeft };
  return amountLeft > 0 ? [...closed, { type: 'PaymentRefunded', data: refund }] : closed;
};

/**
 * The events when a bank returns money that it took in a lost dispute. A surplus is refunded to the payer.
 */
const reinstatement = ({ refunds, settlingCharge }: Payment, data: Subject & Dispute): Events => {
  const taken = refunds.find(({ refundId }) => refundId === bankRefundId(data.disputeId));
  if (!taken) return [];
  const { disputeId, ...returned } = { ...data, amount: taken.amount };
  const reinstated = { type: 'PaymentReinstated', data: { ...returned, disputeId } } as const;
  if (data.chargeId === settlingCharge?.chargeId) return [reinstated];
  const refund = { ...returned, refundId: `reinstated-${disputeId}`, reason: 'surplus' };
  return [reinstated, { type: 'PaymentRefundRequested', data: refund }];
};

/** Requested refunds of charges that were refunded completely, by a lost dispute or manually at the provider. */
const droppedRefunds = (state: Payment, subject: Subject): Events =>
  state.refunds
    .filter(({ done, chargeId }) => !done && notRefunded(state, chargeId) <= 0)
    .map(({ refundId, chargeId, amount }) => ({
      type: 'PaymentRefundDropped',
      data: { ...subject, refundId, chargeId, amount },
    }));

const bankRefundPrefix = 'dispute-';
/** The id of the refund that a lost dispute is recorded as. */
export const bankRefundId = (disputeId: string): string => `${bankRefundPrefix}${disputeId}`;
/** Whether a refund is money that a bank took back. */
export const isBankRefund = (refundId: string): boolean => refundId.startsWith(bankRefundPrefix);

/**
 * The part of a charge that was not refunded. A bank may take back more, for its fees. A charge can be reported after
 * its dispute.
 */
const notRefunded = ({ charges, refunds }: Payment, chargeId: string): Cents => {
  const charge = charges.find((known) => known.chargeId === chargeId);
  if (!charge) return Number.POSITIVE_INFINITY;
  const made = refunds.filter(({ done }) => done);
  return charge.amount - sumOn(made, chargeId);
};

/** The end of another session than the one that was opened for the payment is not its failure. */
const failureEvents = ({ status, checkout }: Payment, subject: Subject, reason: FailureReason): Events => {
  const isUnpaid = status === 'requested' || status === 'open';
  const isOwnSession = checkout === null || checkout.sessionId === subject.sessionId;
  return isUnpaid && isOwnSession ? [{ type: 'PaymentFailed', data: { ...subject, reason } }] : [];
};

const subjectOf = ({ reference, payerId }: Payment, paymentId: string, sessionId: string): Subject => ({
  reference,
  paymentId,
  sessionId,
  payerId,
});

const sumOn = (refunds: Payment['refunds'], chargeId: string): Cents =>
  totalOf(refunds.filter((refund) => refund.chargeId === chargeId));

const totalOf = (amounts: readonly { readonly amount: Cents }[]): Cents =>
  amounts.reduce((total, { amount }) => total + amount, 0);

const withRefund = (state: Payment, { refundId, chargeId, amount }: Refund, done: boolean): Payment => ({
  ...state,
  refunds: [...state.refunds.filter((known) => known.refundId !== refundId), { refundId, chargeId, amount, done }],
});

const withoutRefund = (state: Payment, refundId: string): Payment => ({
  ...state,
  refunds: state.refunds.filter((known) => known.refundId !== refundId),
});

const withDispute = (
  state: Payment,
  { disputeId, chargeId, amount }: Dispute,
  outcome: DisputeOutcome | null,
): Payment => ({
  ...state,
  disputes: [
    ...state.disputes.filter((known) => known.disputeId !== disputeId),
    { disputeId, chargeId, amount, outcome },
  ],
});

const mayRefund = ({ kind, role }: Actor): boolean =>
  kind === 'staff' ? role === 'finance' || role === 'admin' : kind === 'worker' || kind === 'system';

function requireValidAmounts(items: readonly { readonly amount: Cents }[]): void {
  if (!items.every(({ amount }) => isAmount(amount)))
    refuse('payment-amount-invalid', 'An amount must be at least one cent and less than a billion dollars');
}

function requirePayer({ status, payerId }: Payment, { id, kind }: Actor): void {
  if (status === 'none') refuse('payment-not-found', 'This payment does not exist');
  if ((kind === 'user' || kind === 'staff') && id !== payerId)
    refuse('payment-not-yours', 'This payment belongs to another user');
}
