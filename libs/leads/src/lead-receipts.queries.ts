import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type Cents, type Recorded, refuse, replay, writtenAmount } from '#kernel';
import { partOf, type Receipt, Receipts, type ReceiptWords } from '#platform/audit';
import { Context } from '#platform/context';
import { Modules } from '#platform/module';
import { type LeadEvents, lead, paidWithCredit, type RefundReason } from './lead.ts';
import { leadPurchaseRows, leadRows } from './leads.rows.ts';

type LeadEvent = Recorded<LeadEvents>;

/** Events that only the client sees, and events that only the buyer sees whom they name. The others are for both. */
const forClient: ReadonlySet<string> = new Set<keyof LeadEvents>(['LeadBookingCancelled']);
const forBuyer: ReadonlySet<string> = new Set<keyof LeadEvents>([
  'LeadPlaceReserved',
  'LeadCheckoutOpened',
  'LeadPlaceReleased',
  'LeadRefundDue',
]);

const refundReasons: Readonly<Record<RefundReason, string>> = {
  'lead-closed': 'the lead was no longer available',
  'lead-changed': 'the lead was changed',
  'lead-full': 'all places were taken',
  'already-unlocked': 'the lead was already unlocked',
  'wrong-amount': 'another amount was due',
  'purchase-cancelled': 'Festoon took the purchase back',
  'refund-approved': 'the request for it was approved',
};

/** What the client and the buyers of a lead can show to others about it. */
@Injectable()
export class LeadReceipts {
  constructor(
    private readonly em: EntityManager,
    private readonly receipts: Receipts,
    private readonly modules: Modules,
    private readonly context: Context,
  ) {}

  /** The history of a lead, signed, for its client and for those who paid for it. Refuses `lead-not-found`. */
  async of(leadId: string): Promise<Receipt> {
    const { id } = this.context.origin.by;
    const clientId = await this.#clientOf(leadId, id);
    let state = lead.initial;
    return this.receipts.issue({
      subject: leadId,
      holder: { id, part: id === clientId ? 'client' : 'professional' },
      wordsOf: (recorded): ReceiptWords | undefined => {
        const event = recorded as LeadEvent;
        state = replay({ initial: state, evolve: lead.evolve }, [event]);
        const buyerId = 'buyerId' in event.data ? event.data.buyerId : undefined;
        if (!isShown(event.type, buyerId, { isClient: id === clientId, id })) return undefined;
        // The system records a purchase when the payment of its buyer arrives.
        const by = event.type === 'LeadPurchased' ? { id: event.data.buyerId, kind: 'user' as const } : event.by;
        return {
          title: this.modules.auditTitle(event.type) ?? event.type,
          status: state.status,
          by: partOf(by, { clientId, creatorId: buyerId ?? id }),
          onBehalfOf: null,
          note: noteOf(event),
        };
      },
      withheld: (recorded) => withheldFrom(recorded as LeadEvent, id === clientId),
    });
  }

  /** The client of a lead, for themselves and for those who paid for it. */
  async #clientOf(leadId: string, personId: string): Promise<string> {
    const row = await this.em.findOne(leadRows, { id: leadId });
    const isParty =
      row !== null &&
      (row.clientId === personId ||
        (await this.em.count(leadPurchaseRows, {
          leadId,
          creatorId: personId,
          $or: [{ purchasedAt: { $ne: null } }, { status: 'refund-due' }],
        })) > 0);
    return isParty ? row.clientId : refuse('lead-not-found', 'This lead does not exist');
  }
}

type Holder = { readonly isClient: boolean; readonly id: string };

const isShown = (type: string, buyerId: string | undefined, { isClient, id }: Holder): boolean =>
  isClient ? !forBuyer.has(type) : !forClient.has(type) && (buyerId === undefined || buyerId === id);

/**
 * Clients see who bought their lead, but neither the payments nor what a buyer wrote to Festoon; buyers do not see
 * which booking was made from it, and with whom.
 */
const withheldFrom = ({ data }: LeadEvent, isClient: boolean): readonly string[] =>
  (isClient ? ['paymentId', 'cause', 'text'] : ['bookingId', 'creatorId']).filter((name) => name in data);

const decidedByStaff: ReadonlySet<string> = new Set<keyof LeadEvents>([
  'LeadPurchaseCancelled',
  'LeadRefundApproved',
  'LeadRefundDeclined',
]);

const paidIn = ({ paymentId, amount }: { readonly paymentId: string; readonly amount: Cents }): string =>
  paidWithCredit(paymentId) ? '1 lead credit' : writtenAmount(amount);

const noteOf = ({ type, data, reason }: LeadEvent): string | null => {
  if (type === 'LeadPurchased') return paidIn(data);
  if (type === 'LeadRefundDue') return `${paidIn(data)} is being refunded: ${refundReasons[data.reason]}`;
  // The reason was checked: it names neither party.
  if (decidedByStaff.has(type)) return reason ?? null;
  return 'reason' in data ? data.reason : null;
};
