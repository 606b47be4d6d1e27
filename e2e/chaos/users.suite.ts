import { setTimeout as sleep } from 'node:timers/promises';
import { leadPost, occasion, onboarding } from '../../apps/api/src/samples.suite.ts';
import type { RequestLog } from './request-log.suite.ts';
import { type Person, RetryingClient } from './retrying-client.suite.ts';
import type { SeededRandom } from './seeded-random.suite.ts';

const password = 'Sunflower7';
type Creator = Person & { readonly packageId: string };

const creatorCount = 6;
const clientCount = 4;
/** The number of different event dates: small enough that creators get several requests for the same day. */
const days = 30;
/** How many of the newest leads are offered: enough for more buyers than places. */
const onSale = 3;

/** Simulated clients and creators, who post and buy leads, book, pay deposits and confirm bookings. */
export class Users {
  readonly #leads: string[] = [];
  readonly #client: RetryingClient;
  #busy: Promise<void>[] = [];
  #ending = false;

  private constructor(
    urls: readonly string[],
    private readonly requests: RequestLog,
    private readonly random: SeededRandom,
    /** What the email addresses begin with. */
    private readonly prefix: string,
    private creators: readonly Creator[] = [],
    private clients: readonly Person[] = [],
  ) {
    this.#client = new RetryingClient(urls, requests);
  }

  /** Signs all users up. */
  static async at(urls: readonly string[], requests: RequestLog, random: SeededRandom, prefix = ''): Promise<Users> {
    const users = new Users(urls, requests, random, prefix);
    for (let i = 0; i < creatorCount; i++) users.creators = [...users.creators, await users.#creator(i)];
    for (let i = 0; i < clientCount; i++) users.clients = [...users.clients, await users.#signUp('client', i)];
    return users;
  }

  /** Every client works until `end`. */
  begin(): void {
    this.#busy = this.clients.map((client) => this.#work(client));
    // `end` reports the error; this handler only prevents an unhandled rejection.
    for (const client of this.#busy) client.catch(() => undefined);
  }

  /** Waits until every client has finished its current work. */
  async end(): Promise<void> {
    this.#ending = true;
    await Promise.all(this.#busy);
  }

  async #work(client: Person): Promise<void> {
    while (!this.#ending) {
      await this.#sellLead(client);
      await this.#book(client);
      do await sleep(10);
      while (this.requests.resting && !this.#ending);
    }
  }

  async #signUp(role: string, index: number): Promise<Person> {
    const email = `${this.prefix}${role}-${index}@example.com`;
    const data = {
      first_name: 'Ann',
      last_name: 'Archer',
      role,
      phone: `+1 512 555 0${role === 'client' ? 1 : 2}0${index}`,
    };
    const { status, body } = await this.#client.post('/auth/v1/signup', { body: { email, password, data } });
    if (status >= 300) throw new Error(`Signing up returned ${status}: ${JSON.stringify(body)}`);
    return { id: (body.user as { id: string }).id, token: String(body.access_token) };
  }

  async #creator(index: number): Promise<Creator> {
    const person = await this.#signUp('creator', index);
    const { status } = await this.#client.post('/api/v1/profile/onboarding', { by: person, body: onboarding });
    if (status >= 300) throw new Error(`Onboarding returned ${status}`);
    const packageId = await this.#packageOf(person);
    return { ...person, packageId };
  }

  /**
   * Retries, because on a busy machine the read tables may show a write only after its request stopped waiting for
   * them.
   */
  async #packageOf(person: Person): Promise<string> {
    for (const deadline = Date.now() + 120_000; ; ) {
      if (Date.now() > deadline) throw new Error('No package is shown');
      const { packages } = (await this.#client.get('/api/v1/profile', person)) as { packages: { id: string }[] };
      if (packages[0]) return packages[0].id;
      await sleep(100);
    }
  }

  async #sellLead(client: Person): Promise<void> {
    const isInvalid = this.random.happens(20);
    const budgetMin = isInvalid ? leadPost.budgetMax + 1 : leadPost.budgetMin;
    const { status, body } = await this.#client.post('/api/v1/leads', {
      by: client,
      body: { ...leadPost, budgetMin },
      event: 'LeadPosted',
    });
    if (status === 201) this.#leads.push(String(body.id));
    if ((status === 201) === isInvalid)
      this.requests.violations.push(`Posting a lead returned ${status}: ${JSON.stringify(body)}`);
    const buyers = this.random.shuffled(this.creators).slice(0, 2);
    await Promise.all(buyers.map((buyer) => this.#unlock(buyer)));
  }

  async #unlock(buyer: Person): Promise<void> {
    const newestLeads = this.#leads.slice(-onSale);
    if (newestLeads.length === 0) return;
    const body = { leadId: this.random.of(newestLeads) };
    await this.#pay(buyer, await this.#client.post('/functions/v1/create-lead-payment', { by: buyer, body }));
  }

  async #book(client: Person): Promise<void> {
    const creator = this.random.of(this.creators);
    const eventDate = new Date(Date.UTC(2999, 0, 1 + this.random.below(days))).toISOString().slice(0, 10);
    const booking = { ...occasion, creatorId: creator.id, packageId: creator.packageId, eventDate };
    const { status, body } = await this.#client.post('/api/v1/bookings', {
      by: client,
      body: booking,
      event: 'BookingRequested',
    });
    // Another booking of this day may be confirmed.
    if (status === 409 && body.code === 'creator-day-taken') return;
    const bookingId = String(body.id);
    const deposit = { bookingId, paymentType: 'deposit' };
    await this.#pay(
      client,
      await this.#client.post('/functions/v1/create-booking-payment', { by: client, body: deposit }),
    );
    const path = `/api/v1/bookings/${bookingId}`;
    if (this.random.happens(20)) await this.#refusedConfirmation(client, path, bookingId);
    if (this.random.happens(25))
      await this.#client.post(`${path}/cancel`, { by: client, event: 'BookingCancelled', about: bookingId });
    else await this.#client.post(`${path}/confirm`, { by: creator, event: 'BookingConfirmed', about: bookingId });
  }

  /** The party that created a booking cannot confirm it. */
  async #refusedConfirmation(client: Person, path: string, about: string): Promise<void> {
    const { status } = await this.#client.post(`${path}/confirm`, { by: client, event: 'BookingConfirmed', about });
    if (status !== 403) this.requests.violations.push(`Confirming one's own booking returned ${status}`);
  }

  /** Presses a button of the checkout page and verifies the payment. */
  async #pay(
    payer: Person,
    { status, body }: { status: number; body: Readonly<Record<string, unknown>> },
  ): Promise<void> {
    if (status !== 200) return;
    const sessionId = String(body.url).split('/').at(-1) ?? '';
    const button = this.random.of(['pay', 'pay', 'pay', 'pay', 'pay-twice', 'decline']);
    await this.#client.post(`/sandbox/checkout/${sessionId}/${button}`);
    this.requests.addPress(sessionId, button);
    const verification = await this.#client.post('/functions/v1/verify-payment', { by: payer, body: { sessionId } });
    if (verification.body.success === true) this.requests.paid.add(sessionId);
  }
}
