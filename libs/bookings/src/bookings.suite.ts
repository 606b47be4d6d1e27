import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CanActivate, type ExecutionContext, Injectable, StandardSchemaValidationPipe } from '@nestjs/common';
import { type Command, CommandBus } from '@nestjs/cqrs';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { BookingsQueries, bookingsModule, RequestBooking, RequestBookingPayment } from '#bookings';
import { CatalogQueries, CompleteOnboarding } from '#catalog';
import { RegisterUser, type Role } from '#identity';
import type { Actor, Recorded } from '#kernel';
import type { PaymentsPublished } from '#payments';
import { type Config } from '#platform/config';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { PlatformModule } from '#platform/module';
import { Projector } from '#platform/projections';
import { Reactor } from '#platform/reactions';
import { originOf, testConfig } from '#platform/testing';

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
/** A day that no test has asked for yet. */
export const nextDate = (): string => new Date(Date.UTC(2999, 0, ++day)).toISOString().slice(0, 10);

/** Waits until there is something to find, twenty seconds at most, and answers it. */
export const until = async <T>(look: () => Promise<T | undefined | false>): Promise<T> => {
  for (let tries = 0; tries < 1_000; tries++) {
    const found = await look();
    if (found) return found;
    await sleep(20);
  }
  throw new Error('It never came');
};

/** Believes who the test says it is. */
@Injectable()
class WhoeverAsks implements CanActivate {
  constructor(private readonly context: Context) {}

  canActivate(execution: ExecutionContext): boolean {
    const { headers } = execution.switchToHttp().getRequest<{ headers: Record<string, string | undefined> }>();
    if (headers['x-actor']) this.context.enter(originOf(JSON.parse(headers['x-actor']) as Actor));
    return true;
  }
}

const served = async (config: Config): Promise<NestFastifyApplication> => {
  const module = await Test.createTestingModule({
    imports: [PlatformModule.forRoot(config), bookingsModule.nest],
    providers: [WhoeverAsks],
  }).compile();
  const settings = { rawBody: true, logger: ['error' as const] };
  const app = module.createNestApplication<NestFastifyApplication>(new FastifyAdapter(), settings);
  app.useGlobalPipes(new StandardSchemaValidationPipe());
  app.useGlobalGuards(app.get(WhoeverAsks));
  await app.listen(0, '127.0.0.1');
  app.get(Projector).follow();
  app.get(Reactor).follow();
  return app;
};

/** Bookings over HTTP and through the bus, with all they stand on and a database of their own. */
export class Site {
  private constructor(
    readonly app: NestFastifyApplication,
    private readonly drop: () => Promise<void>,
  ) {}

  static async start(): Promise<Site> {
    const { config, drop } = await testConfig();
    return new Site(await served(config), drop);
  }

  async stop(): Promise<void> {
    await this.app.close();
    await this.drop();
  }

  get store(): EventStore {
    return this.app.get(EventStore);
  }

  get bookings(): BookingsQueries {
    return this.app.get(BookingsQueries);
  }

  /** As this person or program; done once reads show what it wrote. */
  as<T>(by: Actor, work: () => Promise<T>): Promise<T> {
    return this.app.get(Context).run(originOf(by), async () => {
      const result = await work();
      await this.app.get(Projector).passed(this.app.get(Context).wrote);
      return result;
    });
  }

  send<T>(by: Actor, command: Command<T>): Promise<T> {
    return this.as(by, () => this.app.get(CommandBus).execute(command));
  }

  call(by: Actor, method: 'GET' | 'POST', url: string, payload?: object) {
    return this.app.inject({ method, url, headers: { 'x-actor': JSON.stringify(by) }, ...(payload && { payload }) });
  }

  /** Somebody new; their last name is Tester. */
  async register(role: Role, firstName: string): Promise<Actor> {
    const names = { firstName, lastName: 'Tester', email: `${firstName}@example.org`, password: 'Correct-horse-1' };
    const id = await this.send(seeder, new RegisterUser({ ...names, role }));
    return { id, kind: 'user', role };
  }

  /** A new creator or vendor with a package. */
  async professional(role: 'creator' | 'vendor', firstName: string): Promise<Actor> {
    const by = await this.register(role, firstName);
    await this.offer(by);
    return by;
  }

  /** Offers one package, in place of all before. */
  async offer(by: Actor): Promise<void> {
    const { specialties, packages, ...rest } = onboarding;
    const offered = packages.map((each) => ({ ...each, deliverables: [...each.deliverables] }));
    await this.send(by, new CompleteOnboarding({ ...rest, specialties: [...specialties], packages: offered }));
  }

  async packageOf({ id }: Actor): Promise<string> {
    const profiles = await this.as(seeder, () => this.app.get(CatalogQueries).profiles([id]));
    return profiles.get(id)?.packages[0]?.id ?? '';
  }

  async wishOf(creator: Actor) {
    return { ...occasion, eventDate: nextDate(), creatorId: creator.id, packageId: await this.packageOf(creator) };
  }

  async book(by: Actor, creator: Actor, more: { eventDate?: string; leadId?: string } = {}): Promise<string> {
    return this.send(by, new RequestBooking({ ...(await this.wishOf(creator)), ...more }));
  }

  seenBy(by: Actor, id: string) {
    return this.as(by, () => this.bookings.byId(id));
  }

  /** The newest first. */
  async historyOf(id: string, by = sue) {
    return (await this.as(by, () => this.bookings.history(id))).items;
  }

  async typesOf(id: string): Promise<readonly string[]> {
    return (await this.store.read(id)).map(({ type }) => type);
  }

  /** Presses Pay on the provider's page and waits until the news have come round. */
  async pay(by: Actor, url: string): Promise<void> {
    await fetch(`${url}/pay`, { method: 'POST', redirect: 'manual' });
    const sessionId = url.split('/').at(-1);
    const answer = await this.call(by, 'POST', '/functions/v1/verify-payment', { sessionId });
    if (!answer.json<{ success: boolean }>().success) throw new Error(`Not paid: ${answer.body}`);
  }

  async payDeposit(by: Actor, id: string): Promise<void> {
    const { url } = await this.send(by, new RequestBookingPayment(id, 'deposit'));
    await this.pay(by, url);
    await until(async () => (await this.seenBy(by, id)).depositPaid);
  }

  async settled(reference: string): Promise<Recorded<Pick<PaymentsPublished, 'PaymentSettled'>>> {
    return until(async () =>
      (await this.store.after(0n, 10_000))
        .map((event) => event as Recorded<Pick<PaymentsPublished, 'PaymentSettled'>>)
        .find(({ type, data }) => type === 'PaymentSettled' && data.reference === reference),
    );
  }

  /** Read tables that are not what a fresh fold of the log says. */
  async faults() {
    await this.app.get(Projector).passed(await this.store.head());
    return this.app.get(Projector).verify();
  }
}
