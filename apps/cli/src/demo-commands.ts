import type { INestApplicationContext, Type } from '@nestjs/common';
import { type Command, CommandBus } from '@nestjs/cqrs';
import { IdentityQueries } from '#identity';
import type { Actor, Recorded } from '#kernel';
import { Context, uuidFrom } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { Projector } from '#platform/projections';
import { type Name, type Person, people } from './demo-data.ts';
import { Failure } from './errors.ts';

const seeder: Actor = { id: 'demo', kind: 'system', role: 'demo' };
/** How long to wait for the projections, in milliseconds. */
const projectionTimeout = 30_000;

/** One of the demo's people: the name of a main account, or the account itself. */
export type Who = Name | Person;
const personOf = (who: Who): Person => (typeof who === 'string' ? people[who] : who);
const keyOf = (who: Who): string => (typeof who === 'string' ? who : who.email);

/**
 * Sends commands as the people of the demo. Each step has an idempotency key, so that an interrupted load can be
 * repeated.
 */
export class DemoCommands {
  constructor(private readonly product: INestApplicationContext) {}

  get<T>(type: abstract new (...parts: never[]) => T): T {
    return this.product.get(type as Type<T>, { strict: false });
  }

  async idOf(who: Who): Promise<string> {
    const id = await this.get(IdentityQueries).byEmail(personOf(who).email);
    if (!id) throw new Error(`${keyOf(who)} has not signed up`);
    return id;
  }

  /** Runs a query as one of the people. */
  async as<T>(who: Who, read: () => Promise<T>): Promise<T> {
    return this.get(Context).run(originOf(await this.#actor(who), 'read'), read);
  }

  /** Sends a command as one of the people. `at` is the time of the step, by default the real one. */
  async send<T>(who: Who, step: string, command: Command<T>, at?: string): Promise<T> {
    return this.#run(await this.#actor(who), `${keyOf(who)}/${step}`, command, at);
  }

  /** Sends a command as the demo's administrator. */
  async administer<T>(step: string, command: Command<T>, at: string): Promise<T> {
    return this.#run({ id: await this.idOf('staff'), kind: 'staff', role: 'admin' }, `staff/${step}`, command, at);
  }

  /** Sends a command as the demo itself. */
  prepare<T>(step: string, command: Command<T>, at?: string): Promise<T> {
    return this.#run(seeder, step, command, at);
  }

  /** Runs a reaction as the product would, with the same idempotency key, at this time. */
  react(event: Recorded, reaction: string, at: string, work: () => Promise<unknown>): Promise<unknown> {
    const origin = {
      by: { id: reaction, kind: 'worker', role: 'reaction' },
      source: 'worker',
      request: `${event.id}.${reaction}`,
      correlation: event.correlation,
      causation: event.id,
    } as const;
    return this.get(Context).run(origin, work, `${event.id}/${reaction}`, new Date(at));
  }

  /** Waits until the read tables contain the events through this position; by default all that exist. */
  async waitUntilProjected(position?: bigint): Promise<void> {
    const through = position ?? (await this.get(EventStore).head());
    if (!(await this.get(Projector).waitUntilProjected(through, projectionTimeout)))
      throw new Failure('The read tables did not catch up with the demo data in time: is a worker running?');
  }

  async #actor(who: Who): Promise<Actor> {
    return { id: await this.idOf(who), kind: 'user', role: personOf(who).role };
  }

  #run<T>(by: Actor, step: string, command: Command<T>, at?: string): Promise<T> {
    const key = `demo/${step}`;
    const now = at === undefined ? undefined : new Date(at);
    return this.get(Context).run(originOf(by, key), () => this.get(CommandBus).execute(command), key, now);
  }
}

/** Each step is a request of its own. Its id says nothing about the people in the name of the step. */
const originOf = (by: Actor, key: string) => {
  const request = uuidFrom(key);
  return { by, source: 'cli', request, correlation: request, causation: request } as const;
};
