import type { Command } from '@nestjs/cqrs';
import { instantAfter, type Recorded, Refusal } from '#kernel';
import { EventStore } from '#platform/event-store';
import { NotDueYet } from '#platform/jobs';
import { Modules } from '#platform/module';
import type { DemoCommands, Who } from './demo-commands.ts';

type Reaction = {
  readonly name: string;
  readonly to: string;
  readonly queue: string;
  readonly delay?: number;
  readonly runAt?: (event: Recorded) => string | undefined;
  readonly react: (event: Recorded) => Promise<unknown>;
};
type DueReaction = { readonly at: string; readonly event: Recorded; readonly reaction: Reaction };

/** The queues of reactions whose time is visible on pages. Other queues prepare files and scores. */
const queuesOfHistory: ReadonlySet<string> = new Set(['payments', 'mails', 'default']);
const batchSize = 200;

/**
 * Writes histories: each command is sent at a time of its own, and what the product does because of it, such as
 * reminders and notifications, is done at the time at which it would have been done. The background work must not have
 * started: it would do all of that at once, with today's date. It repeats the reactions later, which has no effect,
 * because both use the same idempotency keys.
 */
export class DemoTime {
  readonly #reactions: readonly Reaction[];
  #due: DueReaction[] = [];
  #position = 0n;

  constructor(private readonly demo: DemoCommands) {
    this.#reactions = demo
      .get(Modules)
      .all.flatMap(({ reactions }) => reactions as unknown as readonly Reaction[])
      // Emails of the history are sent once, by the background work.
      .filter(({ queue, name }) => queuesOfHistory.has(queue) && name !== 'notifications.send-mail');
  }

  /** The history begins after the events that exist now. */
  async begin(): Promise<void> {
    this.#position = await this.demo.get(EventStore).head();
    await this.demo.waitUntilProjected(this.#position);
  }

  async send<T>(at: string, who: Who, step: string, command: Command<T>): Promise<T> {
    await this.advance(at);
    const result = await this.demo.send(who, step, command, at);
    await this.advance(at);
    return result;
  }

  async administer<T>(at: string, step: string, command: Command<T>): Promise<T> {
    await this.advance(at);
    const result = await this.demo.administer(step, command, at);
    await this.advance(at);
    return result;
  }

  async prepare<T>(at: string, step: string, command: Command<T>): Promise<T> {
    await this.advance(at);
    const result = await this.demo.prepare(step, command, at);
    await this.advance(at);
    return result;
  }

  /** Does everything that is due until then, in the order of its times. */
  async advance(to: string): Promise<void> {
    await this.#collect();
    for (;;) {
      const [next, ...later] = this.#due;
      if (!next || next.at > to) return;
      this.#due = later;
      await this.#react(next);
      await this.#collect();
    }
  }

  /**
   * A reaction may be refused because of later events. One that is not due yet runs in the background later.
   */
  async #react({ at, event, reaction }: DueReaction): Promise<void> {
    try {
      await this.demo.react(event, reaction.name, at, () => reaction.react(event));
    } catch (error) {
      if (!(error instanceof Refusal) && !(error instanceof NotDueYet)) throw error;
    }
  }

  async #collect(): Promise<void> {
    const store = this.demo.get(EventStore);
    const from = this.#position;
    let events: readonly Recorded[];
    do {
      events = await store.after(this.#position, batchSize);
      this.#position = events.at(-1)?.position ?? this.#position;
      this.#due.push(...events.flatMap((event) => this.#reactionsTo(event)));
    } while (events.length === batchSize);
    if (this.#position === from) return;
    this.#due.sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
    await this.demo.waitUntilProjected(this.#position);
  }

  #reactionsTo(event: Recorded): DueReaction[] {
    return this.#reactions
      .filter(({ to }) => to === event.type)
      .flatMap((reaction) => {
        const at = reaction.runAt ? reaction.runAt(event) : instantAfter(event.at, reaction.delay ?? 0);
        return at === undefined ? [] : [{ at, event, reaction }];
      });
  }
}
