import { setTimeout as sleep } from 'node:timers/promises';
import { leadPost, occasion, onboarding } from '../../apps/api/src/samples.suite.ts';
import { Caller, type Person } from './caller.suite.ts';
import type { Chance } from './chance.suite.ts';
import type { Journal } from './journal.suite.ts';

const password = 'Sunflower7';
type Creator = Person & { readonly packageId: string };

const creatorCount = 6;
const clientCount = 4;
/** Bookings meet on so few days that creators are asked twice for one. */
const days = 30;
/** Leads stay on sale long enough for more buyers than there are places. */
const onSale = 3;

/** Clients and creators at work: leads, purchases, bookings, deposits, confirmations. */
export class People {
  readonly #leads: string[] = [];
  readonly #caller: Caller;
  #busy: Promise<void>[] = [];
  #enough = false;

  private constructor(
    urls: readonly string[],
    private readonly journal: Journal,
    private readonly chance: Chance,
    private creators: readonly Creator[] = [],
    private clients: readonly Person[] = [],
  ) {
    this.#caller = new Caller(urls, journal);
  }

  /** Signs everybody up. */
  static async at(urls: readonly string[], journal: Journal, chance: Chance): Promise<People> {
    const people = new People(urls, journal, chance);
    for (let i = 0; i < creatorCount; i++) people.creators = [...people.creators, await people.#creator(i)];
    for (let i = 0; i < clientCount; i++) people.clients = [...people.clients, await people.#signUp('client', i)];
    return people;
  }

  /** Everybody begins, and goes on until it is enough. */
  begin(): void {
    this.#busy = this.clients.map((client) => this.#live(client));
    // Whoever waits for the end hears of it.
    for (const life of this.#busy) life.catch(() => undefined);
  }

  /** Everybody ends what they began. */
  async end(): Promise<void> {
    this.#enough = true;
    await Promise.all(this.#busy);
  }

  async #live(client: Person): Promise<void> {
    while (!this.#enough) {
      await this.#sellLead(client);
      await this.#book(client);
      await sleep(10);
    }
  }

  async #signUp(role: string, index: number): Promise<Person> {
    const email = `${role}-${index}@example.com`;
    const data = {
      first_name: 'Ann',
      last_name: 'Archer',
      role,
      phone: `+1 512 555 0${role === 'client' ? 1 : 2}0${index}`,
    };
    const { status, body } = await this.#caller.post('/auth/v1/signup', { body: { email, password, data } });
    if (status >= 300) throw new Error(`Signing up answered ${status}: ${JSON.stringify(body)}`);
    return { id: (body.user as { id: string }).id, token: String(body.access_token) };
  }

  async #creator(index: number): Promise<Creator> {
    const person = await this.#signUp('creator', index);
    const { status } = await this.#caller.post('/api/v1/profile/onboarding', { by: person, body: onboarding });
    if (status >= 300) throw new Error(`Onboarding answered ${status}`);
    const packageId = await this.#packageOf(person);
    return { ...person, packageId };
  }

  /** A busy machine may be slower to show it than a write waits for that. */
  async #packageOf(person: Person): Promise<string> {
    for (;;) {
      const { packages } = (await this.#caller.get('/api/v1/profile', person)) as { packages: { id: string }[] };
      if (packages[0]) return packages[0].id;
      await sleep(100);
    }
  }

  async #sellLead(client: Person): Promise<void> {
    const wrong = this.chance.happens(20);
    const budgetMin = wrong ? leadPost.budgetMax + 1 : leadPost.budgetMin;
    const { status, body } = await this.#caller.post('/api/v1/leads', {
      by: client,
      body: { ...leadPost, budgetMin },
      event: 'LeadPosted',
    });
    if (status === 201) this.#leads.push(String(body.id));
    if ((status === 201) === wrong)
      this.journal.complaints.push(`A lead was answered ${status}: ${JSON.stringify(body)}`);
    const buyers = this.chance.shuffled(this.creators).slice(0, 2);
    await Promise.all(buyers.map((buyer) => this.#unlock(buyer)));
  }

  async #unlock(buyer: Person): Promise<void> {
    const recent = this.#leads.slice(-onSale);
    if (recent.length === 0) return;
    const body = { leadId: this.chance.of(recent) };
    await this.#pay(buyer, await this.#caller.post('/functions/v1/create-lead-payment', { by: buyer, body }));
  }

  async #book(client: Person): Promise<void> {
    const creator = this.chance.of(this.creators);
    const eventDate = new Date(Date.UTC(2999, 0, 1 + this.chance.below(days))).toISOString().slice(0, 10);
    const wish = { ...occasion, creatorId: creator.id, packageId: creator.packageId, eventDate };
    const { body } = await this.#caller.post('/api/v1/bookings', { by: client, body: wish, event: 'BookingRequested' });
    const bookingId = String(body.id);
    const deposit = { bookingId, paymentType: 'deposit' };
    await this.#pay(
      client,
      await this.#caller.post('/functions/v1/create-booking-payment', { by: client, body: deposit }),
    );
    const path = `/api/v1/bookings/${bookingId}`;
    if (this.chance.happens(20)) await this.#refusedConfirmation(client, path, bookingId);
    if (this.chance.happens(25))
      await this.#caller.post(`${path}/cancel`, { by: client, event: 'BookingCancelled', about: bookingId });
    else await this.#caller.post(`${path}/confirm`, { by: creator, event: 'BookingConfirmed', about: bookingId });
  }

  /** Whoever created a booking cannot confirm it. */
  async #refusedConfirmation(client: Person, path: string, about: string): Promise<void> {
    const { status } = await this.#caller.post(`${path}/confirm`, { by: client, event: 'BookingConfirmed', about });
    if (status !== 403) this.journal.complaints.push(`One's own booking was answered ${status}`);
  }

  /** Presses a button of the provider's page, and has the site look. */
  async #pay(
    payer: Person,
    { status, body }: { status: number; body: Readonly<Record<string, unknown>> },
  ): Promise<void> {
    if (status !== 200) return;
    const sessionId = String(body.url).split('/').at(-1) ?? '';
    const button = this.chance.of(['pay', 'pay', 'pay', 'pay', 'pay-twice', 'decline']);
    await this.#caller.post(`/sandbox/checkout/${sessionId}/${button}`);
    this.journal.notePress(sessionId, button);
    const verified = await this.#caller.post('/functions/v1/verify-payment', { by: payer, body: { sessionId } });
    if (verified.body.success === true) this.journal.paid.add(sessionId);
  }
}
