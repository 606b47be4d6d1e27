import {
  AcceptBookingProposal,
  CancelBooking,
  CompleteBooking,
  ConfirmBooking,
  DisputeBooking,
  ProposeBookingChange,
  ReplyToReview,
  RequestBooking,
  RequestBookingPayment,
  WriteReview,
} from '#bookings';
import { CatalogQueries } from '#catalog';
import { Refusal } from '#kernel';
import { LeadsQueries, RequestLeadPayment } from '#leads';
import { OpenThread, ReadThread, SendMessage } from '#messages';
import type { ThreadSubject } from '#messages/contract';
import { ReadNotifications } from '#notifications';
import { RecordGatewayReport } from '#payments';
import { RequestPlanMonth } from '#plans';
import { PaymentsGateway } from '#platform/payments-gateway';
import { allPages } from '#platform/reads';
import type { DemoCommands, Who } from './demo-commands.ts';
import { inDays } from './demo-data.ts';
import {
  type Action,
  type DemoBooking,
  demoBookings,
  demoPlans,
  demoPurchases,
  instantInDays,
  lastReadDays,
} from './demo-history.ts';
import { payoutSteps } from './demo-payouts.ts';
import { DemoTime } from './demo-time.ts';

const mainAccounts = ['client', 'photographer', 'dj', 'staff'] as const;
const maxPosition = Number.MAX_SAFE_INTEGER;

type ThreadId = SendMessage['threadId'];
type Payment = RequestBookingPayment | RequestLeadPayment | RequestPlanMonth;
type Step = { readonly at: string; readonly run: () => Promise<unknown> };

/** Writes what happened to the demo's bookings before today, in the order in which it happened. */
export const loadDemoBookings = async (demo: DemoCommands): Promise<void> => {
  const time = new DemoTime(demo);
  await time.begin();
  const history = new DemoHistory(demo, time);
  const steps = history.steps().sort((one, other) => (one.at < other.at ? -1 : 1));
  for (const { run } of steps) await run();
  await time.advance(new Date().toISOString());
};

class DemoHistory {
  readonly #bookings = new Map<string, Awaited<ReturnType<DemoHistory['request']>>>();
  readonly #threads = new Map<string, { readonly thread: ThreadId; readonly parties: readonly Who[] }>();
  readonly #now = Date.now();

  constructor(
    private readonly demo: DemoCommands,
    private readonly time: DemoTime,
  ) {}

  steps(): Step[] {
    const readAt = this.#instant(lastReadDays);
    return [
      ...payoutSteps(this.demo, this.time, this.#now).map(({ at, run }) => ({
        at,
        run: () => this.#ignoringRefusals(run),
      })),
      ...demoBookings.flatMap((booking) =>
        booking.steps.map(([days, action], index) => {
          const at = this.#instant(days, booking.eventName.length * 7 + index * 13);
          return {
            at,
            run: () => this.#ignoringRefusals(() => this.#act(booking, action, at, `${booking.eventName}-${index}`)),
          };
        }),
      ),
      ...demoPlans.map(([holder, days]) => {
        const at = this.#instant(days);
        return { at, run: () => this.#ignoringRefusals(() => this.#pay(at, holder, 'plan', new RequestPlanMonth())) };
      }),
      ...demoPurchases.map(([buyer, eventName, days, text]) => {
        const at = this.#instant(days);
        return { at, run: () => this.#ignoringRefusals(() => this.#purchase(buyer, eventName, text, at)) };
      }),
      {
        at: readAt,
        run: async () => {
          for (const { thread, parties } of this.#threads.values())
            for (const who of parties)
              await this.time.send(readAt, who, `read-${thread}`, new ReadThread(thread, maxPosition));
          for (const name of mainAccounts)
            await this.time.send(readAt, name, 'read-notifications', new ReadNotifications(maxPosition));
        },
      },
    ];
  }

  /** The minutes differ from step to step, within an hour before the given time. */
  #instant(days: number, seed = 0): string {
    return instantInDays(days - (seed % 60) / 1_440, this.#now);
  }

  /**
   * If loading the demo data was interrupted, bookings may have changed since then, for example expired. When the data
   * is loaded again, steps that no longer fit them are refused and left out.
   */
  async #ignoringRefusals(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }

  async #act(booking: DemoBooking, action: Action, at: string, step: string): Promise<unknown> {
    if (action.kind === 'request') {
      this.#bookings.set(booking.eventName, await this.request(booking, at));
      return undefined;
    }
    const id = this.#bookings.get(booking.eventName);
    if (!id) return undefined;
    const { client, creator } = booking;
    const partyOf = (by: 'client' | 'creator'): Who => (by === 'client' ? client : creator);
    switch (action.kind) {
      case 'confirm':
        return this.time.send(at, creator, step, new ConfirmBooking(id));
      case 'pay':
        return this.#pay(at, client, step, new RequestBookingPayment(id, action.part));
      case 'propose':
        return this.time.send(
          at,
          partyOf(action.by),
          step,
          new ProposeBookingChange(id, { eventDate: inDays(action.days) }),
        );
      case 'accept':
        return this.time.send(at, creator, step, new AcceptBookingProposal(id, 1));
      case 'complete':
        return this.time.prepare(at, step, new CompleteBooking(id));
      case 'cancel':
        return this.time.send(at, partyOf(action.by), step, new CancelBooking(id, action.reason));
      case 'dispute':
        return this.time.send(at, partyOf(action.by), step, new DisputeBooking(id, action.reason));
      case 'review':
        return this.time.send(at, client, step, new WriteReview(id, { rating: action.stars, text: action.text }));
      case 'reply':
        return this.time.send(at, creator, step, new ReplyToReview(id, action.text));
      case 'write':
        return this.#threads.set(id, {
          thread: await this.#write(at, partyOf(action.by), step, { bookingId: id }, action.text),
          parties: [client, creator],
        });
    }
  }

  async request({ client, creator, days, offer, steps: _, ...details }: DemoBooking, at: string) {
    const creatorId = await this.demo.idOf(creator);
    const { packages = [] } = (await this.demo.get(CatalogQueries).profiles([creatorId])).get(creatorId) ?? {};
    const packageId = packages[Math.min(offer, packages.length - 1)]?.id ?? '';
    const booking = { ...details, creatorId, packageId, eventDate: inDays(days) };
    return this.time.send(at, client, `book-${details.eventName}`, new RequestBooking(booking));
  }

  /**
   * Pays in the sandbox, unless the lead was unlocked with a credit. The webhook follows once the background work runs,
   * and reports what is recorded here already.
   */
  async #pay(at: string, who: Who, step: string, payment: Payment): Promise<void> {
    const { url } = await this.time.send<{ url: string }>(at, who, step, payment);
    if (new URL(url).pathname === '/leads') return;
    await fetch(`${url}/pay`, { method: 'POST', redirect: 'manual' });
    const report = await this.demo.get(PaymentsGateway).retrieve(url.slice(url.lastIndexOf('/') + 1));
    if (report) await this.time.prepare(at, `${step}-paid`, new RecordGatewayReport(report));
  }

  /** The writer first reads what the other party wrote. */
  async #write(at: string, who: Who, step: string, subject: ThreadSubject, text: string): Promise<ThreadId> {
    const thread = await this.time.send(at, who, `${step}-thread`, new OpenThread(subject));
    await this.time.send(at, who, `${step}-read`, new ReadThread(thread, maxPosition));
    await this.time.send(at, who, step, new SendMessage(thread, text));
    return thread;
  }

  async #purchase(buyer: Who, eventName: string, text: string, at: string): Promise<void> {
    const leads = this.demo.get(LeadsQueries);
    const all = await this.demo.as(buyer, () => allPages((page) => leads.browse(page)));
    const lead = all.find((each) => each.eventName === eventName);
    if (!lead) return;
    await this.#pay(at, buyer, `unlock-${eventName}`, new RequestLeadPayment(lead.id));
    await this.#write(at, buyer, `lead-message-${eventName}`, { leadId: lead.id }, text);
  }
}
