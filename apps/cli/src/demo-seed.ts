import { setTimeout as sleep } from 'node:timers/promises';
import type { INestApplicationContext } from '@nestjs/common';
import { type Command, CommandBus } from '@nestjs/cqrs';
import { ConfirmBooking, RequestBooking, RequestBookingPayment } from '#bookings';
import { bookingRequest } from '#bookings/contract';
import { CatalogQueries, CompleteOnboarding } from '#catalog';
import { onboarding } from '#catalog/contract';
import { GrantStaffRole, IdentityQueries, RegisterUser } from '#identity';
import { termsVersion } from '#identity/contract';
import type { Actor } from '#kernel';
import { PostLead } from '#leads';
import { leadPost } from '#leads/contract';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { Projector } from '#platform/projections';
import { inDays, leads, type Name, onboardings, password, people } from './demo-data.ts';
import { Failure } from './errors.ts';

const seeder: Actor = { id: 'demo', kind: 'system', role: 'demo' };
const timeout = 30_000;

/**
 * Adds the demo data through the commands that the screens send. The product must be listening and doing background work.
 * Returns false if it was already loaded. An interrupted load continues where it stopped.
 */
export const loadDemo = async (product: INestApplicationContext): Promise<boolean> => {
  const seed = new DemoSeed(product);
  if (await seed.isLoaded()) return false;
  await seed.load();
  return true;
};

class DemoSeed {
  readonly #ids = new Map<Name, string>();

  constructor(private readonly product: INestApplicationContext) {}

  /** The staff role is added last, so it shows that the load was completed. */
  async isLoaded(): Promise<boolean> {
    const identity = this.product.get(IdentityQueries, { strict: false });
    const staff = await identity.byEmail(people.staff.email);
    return staff !== undefined && (await identity.me(staff)).staffRoles.includes('admin');
  }

  async load(): Promise<void> {
    await Promise.all(names(people).map((name) => this.#register(name)));
    for (const name of names(onboardings))
      await this.#as(name, 'onboarding', new CompleteOnboarding(onboarding.parse(onboardings[name])));
    for (const [index, [of, post]] of leads.entries())
      await this.#as(of, `lead-${index}`, new PostLead(leadPost.parse(post)));
    await this.#waitUntilProjected();
    await this.#paidBooking();
    await this.#book('client', 'dj', 'Clara & June, the dancing', 150);
    await this.#send(seeder, 'staff', new GrantStaffRole(people.staff.email, 'admin', 'The demo’s administrator'));
    await this.#waitUntilProjected();
  }

  async #register(name: Name): Promise<void> {
    const newUser = { ...people[name], password, termsVersion };
    this.#ids.set(name, await this.#send(seeder, `register-${name}`, new RegisterUser(newUser)));
  }

  /** Creates a booking that the client requested and paid the deposit of, and that the photographer confirmed. */
  async #paidBooking(): Promise<void> {
    const booking = await this.#book('client', 'photographer', 'Engagement party', 40);
    const { url } = await this.#as('client', 'deposit', new RequestBookingPayment(booking, 'deposit'));
    await fetch(`${url}/pay`, { method: 'POST', redirect: 'manual' });
    await this.#waitFor(booking, 'BookingPaid');
    await this.#as('photographer', 'confirm', new ConfirmBooking(booking));
  }

  async #book(client: Name, creator: Name, eventName: string, days: number): Promise<string> {
    const creatorId = this.#idOf(creator);
    const profile = (await this.product.get(CatalogQueries, { strict: false }).profiles([creatorId])).get(creatorId);
    const request = bookingRequest.parse({
      creatorId,
      packageId: profile?.packages[0]?.id,
      eventType: 'wedding',
      eventName,
      eventDate: inDays(days),
      eventLocation: 'The Old Orchard, Austin, TX',
      expectedAttendance: 90,
    });
    return this.#as(client, `book-${creator}`, new RequestBooking(request));
  }

  #idOf(name: Name): string {
    const id = this.#ids.get(name);
    if (!id) throw new Error(`${name} has not signed up`);
    return id;
  }

  #as<T>(name: Name, step: string, command: Command<T>): Promise<T> {
    return this.#send({ id: this.#idOf(name), kind: 'user', role: people[name].role }, `${name}/${step}`, command);
  }

  /** Each step has an idempotency key, so an interrupted load can be repeated. */
  #send<T>(by: Actor, step: string, command: Command<T>): Promise<T> {
    const key = `demo/${step}`;
    const origin = { by, source: 'cli', request: key, correlation: 'demo', causation: key } as const;
    const send = () => this.product.get(CommandBus, { strict: false }).execute(command);
    return this.product.get(Context).run(origin, send, key);
  }

  async #waitUntilProjected(): Promise<void> {
    const head = await this.product.get(EventStore).head();
    if (!(await this.product.get(Projector).waitUntilProjected(head, timeout)))
      throw new Failure('The read tables did not catch up with the demo data in time: is a worker running?');
  }

  async #waitFor(stream: string, event: string): Promise<void> {
    for (const deadline = Date.now() + timeout; Date.now() < deadline; await sleep(50)) {
      const recorded = await this.product.get(EventStore).read(stream);
      if (recorded.some(({ type }) => type === event)) return this.#waitUntilProjected();
    }
    throw new Failure('The payment of the demo booking was not recorded in time: is a worker running?');
  }
}

const names = (all: Partial<Record<Name, unknown>>) => Object.keys(all) as Name[];
