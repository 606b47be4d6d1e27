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
import { Failure } from './steps.ts';

const seeder: Actor = { id: 'demo', kind: 'system', role: 'demo' };
const patience = 30_000;

/**
 * The demo's people and what they have done so far, by the commands that the screens send too. The product must listen and
 * work. Answers false where it was loaded before; what an interrupted call has done is not done again.
 */
export const loadDemo = async (product: INestApplicationContext): Promise<boolean> => {
  const story = new Story(product);
  if (await story.isTold()) return false;
  await story.tell();
  return true;
};

class Story {
  readonly #ids = new Map<Name, string>();

  constructor(private readonly product: INestApplicationContext) {}

  /** Its last deed is the staff role. */
  async isTold(): Promise<boolean> {
    const identity = this.product.get(IdentityQueries, { strict: false });
    const staff = await identity.byEmail(people.staff.email);
    return staff !== undefined && (await identity.me(staff)).staffRoles.includes('admin');
  }

  async tell(): Promise<void> {
    await Promise.all(names(people).map((name) => this.#register(name)));
    for (const name of names(onboardings))
      await this.#as(name, 'onboarding', new CompleteOnboarding(onboarding.parse(onboardings[name])));
    for (const [index, [of, post]] of leads.entries())
      await this.#as(of, `lead-${index}`, new PostLead(leadPost.parse(post)));
    await this.#seen();
    await this.#paidBooking();
    await this.#book('client', 'dj', 'Clara & June, the dancing', 150);
    await this.#send(seeder, 'staff', new GrantStaffRole(people.staff.email, 'admin', 'The demo’s administrator'));
    await this.#seen();
  }

  async #register(name: Name): Promise<void> {
    const newUser = { ...people[name], password, termsVersion };
    this.#ids.set(name, await this.#send(seeder, `register-${name}`, new RegisterUser(newUser)));
  }

  /** Requested by the client, the deposit paid at the checkout, confirmed by the photographer. */
  async #paidBooking(): Promise<void> {
    const booking = await this.#book('client', 'photographer', 'Engagement party', 40);
    const { url } = await this.#as('client', 'deposit', new RequestBookingPayment(booking, 'deposit'));
    await fetch(`${url}/pay`, { method: 'POST', redirect: 'manual' });
    await this.#until(booking, 'BookingPaid');
    await this.#as('photographer', 'confirm', new ConfirmBooking(booking));
  }

  async #book(client: Name, creator: Name, eventName: string, days: number): Promise<string> {
    const creatorId = this.#idOf(creator);
    const profile = (await this.product.get(CatalogQueries, { strict: false }).profiles([creatorId])).get(creatorId);
    const wish = bookingRequest.parse({
      creatorId,
      packageId: profile?.packages[0]?.id,
      eventType: 'wedding',
      eventName,
      eventDate: inDays(days),
      eventLocation: 'The Old Orchard, Austin, TX',
      expectedAttendance: 90,
    });
    return this.#as(client, `book-${creator}`, new RequestBooking(wish));
  }

  #idOf(name: Name): string {
    const id = this.#ids.get(name);
    if (!id) throw new Error(`${name} has not signed up`);
    return id;
  }

  #as<T>(name: Name, deed: string, command: Command<T>): Promise<T> {
    return this.#send({ id: this.#idOf(name), kind: 'user', role: people[name].role }, `${name}/${deed}`, command);
  }

  /** Each deed has a key, so telling the story again goes on where it ended. */
  #send<T>(by: Actor, deed: string, command: Command<T>): Promise<T> {
    const key = `demo/${deed}`;
    const origin = { by, source: 'cli', request: key, correlation: 'demo', causation: key } as const;
    const send = () => this.product.get(CommandBus, { strict: false }).execute(command);
    return this.product.get(Context).run(origin, send, key);
  }

  async #seen(): Promise<void> {
    const head = await this.product.get(EventStore).head();
    if (!(await this.product.get(Projector).passed(head, patience)))
      throw new Failure('The demo’s read models are not up to date: does a worker run?');
  }

  async #until(stream: string, event: string): Promise<void> {
    for (const until = Date.now() + patience; Date.now() < until; await sleep(50)) {
      const past = await this.product.get(EventStore).read(stream);
      if (past.some(({ type }) => type === event)) return this.#seen();
    }
    throw new Failure('The demo’s payment did not arrive: does a worker run?');
  }
}

const names = (all: Partial<Record<Name, unknown>>) => Object.keys(all) as Name[];
