import { randomUUID } from 'node:crypto';
import type { Command } from '@nestjs/cqrs';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { BookingsQueries, bookingsModule, RequestBooking, RequestBookingPayment } from '#bookings';
import { CatalogQueries, CompleteOnboarding } from '#catalog';
import { RegisterUser, type Role } from '#identity';
import type { Actor, Recorded } from '#kernel';
import type { PaymentsPublished } from '#payments';
import type { EventStore } from '#platform/event-store';
import { eventually, TestApp } from '#platform/testing';
import type { BookingDetails } from './bookings.commands.ts';

export const worker: Actor = { id: 'bookings.record-payment', kind: 'worker', role: 'reaction' };
export const sue: Actor = { id: randomUUID(), kind: 'staff', role: 'support' };
export const occasion = { eventType: 'wedding', eventLocation: 'Old mill, Burlington' };

const seeder: Actor = { id: 'seed', kind: 'system', role: 'system' };
const onboarding = {
  serviceType: 'photographer',
  specialties: ['Weddings'],
  yearsExperience: 8,
  bio: 'Light and people.',
  country: 'US',
  city: 'Burlington',
  state: 'Vermont',
  travelRadius: 50,
  packages: [{ name: 'Full day', price: 120_050, durationHours: 8, deliverables: ['300 edited photos'] }],
} as const;

let day = 0;
/** A day that no other test uses; with `days`, the first of that many consecutive days. */
export const nextDate = (days = 1): string => {
  const first = new Date(Date.UTC(2999, 0, day + 1)).toISOString().slice(0, 10);
  day += days;
  return first;
};

/** Bookings and the modules they use, over HTTP and through the command bus. */
export class Site {
  private constructor(private readonly site: TestApp) {}

  static async start(): Promise<Site> {
    return new Site(await TestApp.start({ imports: [bookingsModule.nest], actorHeader: true }));
  }

  stop(): Promise<void> {
    return this.site.stop();
  }

  get app(): NestFastifyApplication {
    return this.site.app;
  }

  get store(): EventStore {
    return this.site.store;
  }

  get bookings(): BookingsQueries {
    return this.app.get(BookingsQueries);
  }

  as<T>(by: Actor, work: () => Promise<T>): Promise<T> {
    return this.site.as(by, work);
  }

  at<T>(now: Date, work: () => Promise<T>): Promise<T> {
    return this.site.at(now, work);
  }

  send<T>(by: Actor, command: Command<T>): Promise<T> {
    return this.site.send(by, command);
  }

  call(by: Actor, method: 'GET' | 'POST', url: string, payload?: object) {
    return this.app.inject({ method, url, headers: { 'x-actor': JSON.stringify(by) }, ...(payload && { payload }) });
  }

  /** Registers a user with the last name Tester. */
  async register(role: Role, firstName: string): Promise<Actor> {
    const names = { firstName, lastName: 'Tester', email: `${firstName}@example.org`, password: 'Correct-horse-1' };
    const id = await this.send(seeder, new RegisterUser({ ...names, role }));
    return { id, kind: 'user', role };
  }

  /** Registers a creator or vendor with one package. */
  async professional(role: 'creator' | 'vendor', firstName: string): Promise<Actor> {
    const by = await this.register(role, firstName);
    await this.offer(by);
    return by;
  }

  /** Offers one package, by default the same as before. It replaces all others. */
  async offer(by: Actor, change: { readonly price?: number } = {}): Promise<void> {
    const { specialties, packages, ...rest } = onboarding;
    const packageOffers = packages.map((each) => ({ ...each, deliverables: [...each.deliverables], ...change }));
    await this.send(by, new CompleteOnboarding({ ...rest, specialties: [...specialties], packages: packageOffers }));
  }

  async packageOf({ id }: Actor): Promise<string> {
    const profiles = await this.as(seeder, () => this.app.get(CatalogQueries).profiles([id]));
    return profiles.get(id)?.packages[0]?.id ?? '';
  }

  async detailsFor(creator: Actor) {
    return { ...occasion, eventDate: nextDate(), creatorId: creator.id, packageId: await this.packageOf(creator) };
  }

  async book(by: Actor, creator: Actor, more: Partial<BookingDetails> = {}): Promise<string> {
    return this.send(by, new RequestBooking({ ...(await this.detailsFor(creator)), ...more }));
  }

  seenBy(by: Actor, id: string) {
    return this.as(by, () => this.bookings.byId(id));
  }

  /** The history of a booking as its client sees it, newest entry first. */
  async historyOf(id: string, by?: Actor) {
    const clientId = (await this.bookings.parties(id))?.clientId ?? randomUUID();
    const client: Actor = { id: clientId, kind: 'user', role: 'client' };
    return (await this.as(by ?? client, () => this.bookings.history(id))).items;
  }

  typesOf(id: string): Promise<readonly string[]> {
    return this.site.typesOf(id);
  }

  /** Pays on the provider's page and verifies the payment, which waits for its results. It may be refunded at once. */
  async pay(by: Actor, url: string): Promise<void> {
    await fetch(`${url}/pay`, { method: 'POST', redirect: 'manual' });
    const sessionId = url.split('/').at(-1);
    const response = await this.call(by, 'POST', '/functions/v1/verify-payment', { sessionId });
    const { success, message } = response.json<{ success: boolean; message: string }>();
    if (!success && !message.includes('refunded')) throw new Error(`Not paid: ${response.body}`);
  }

  async payDeposit(by: Actor, id: string): Promise<void> {
    const { url } = await this.send(by, new RequestBookingPayment(id, 'deposit'));
    await this.pay(by, url);
    await eventually(async () => (await this.seenBy(by, id)).depositPaid);
  }

  async waitForSettledPayment(reference: string): Promise<Recorded<Pick<PaymentsPublished, 'PaymentSettled'>>> {
    return eventually(async () =>
      (await this.store.after(0n, 10_000))
        .map((event) => event as Recorded<Pick<PaymentsPublished, 'PaymentSettled'>>)
        .find(({ type, data }) => type === 'PaymentSettled' && data.reference === reference),
    );
  }

  differences(): ReturnType<TestApp['differences']> {
    return this.site.differences();
  }
}
