import { Injectable } from '@nestjs/common';
import { type Recorded, replay, writtenAmount } from '#kernel';
import { partOf, type Receipt, Receipts, type ReceiptWords } from '#platform/audit';
import { Context } from '#platform/context';
import { Modules } from '#platform/module';
import { type PaymentEvents, payment } from './payment.ts';

/** Steps of the checkout, which say nothing about the money. */
const technical: ReadonlySet<string> = new Set<keyof PaymentEvents>(['CheckoutOpened', 'PaymentFailed']);
/** What names the payment at the provider, and where the payer came from. Only the payer reads it. */
const forPayer: readonly string[] = ['sessionId', 'chargeId', 'disputeId', 'returnPath'];

type Parties = Parameters<typeof partOf>[1];

/** The signed receipts of payments, for the payer and for the other party of what was paid. */
@Injectable()
export class PaymentReceipts {
  constructor(
    private readonly receipts: Receipts,
    private readonly modules: Modules,
    private readonly context: Context,
  ) {}

  /** The history of a payment, signed. The caller has checked that the payment exists and concerns these parties. */
  of(paymentId: string, parties: Parties): Promise<Receipt> {
    const { by } = this.context.origin;
    let state = payment.initial;
    return this.receipts.issue({
      subject: paymentId,
      holder: { id: by.id, part: partOf(by, parties) },
      wordsOf: (recorded): ReceiptWords | undefined => {
        const event = recorded as Recorded<PaymentEvents>;
        state = replay({ initial: state, evolve: payment.evolve }, [event]);
        if (technical.has(event.type)) return undefined;
        // What the provider reports may be recorded by a request of the payer.
        return {
          title: this.modules.auditTitle(event.type) ?? event.type,
          status: state.status,
          by: event.type === 'PaymentRequested' || event.by.kind === 'staff' ? partOf(event.by, parties) : 'system',
          onBehalfOf: null,
          note: 'amount' in event.data ? writtenAmount(event.data.amount) : null,
        };
      },
      withheld: ({ data }) => (by.id === state.payerId ? [] : forPayer.filter((name) => name in data)),
    });
  }
}
