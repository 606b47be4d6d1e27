import type { Recorded } from '#kernel';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { Modules } from '#platform/module';
import { originOf, untilCaughtUp } from '#platform/testing';
import type { Site } from './api.suite.ts';

type Scheduled = {
  name: string;
  to: string;
  runAt?: (event: Recorded) => string | undefined;
  react: (event: Recorded) => Promise<unknown>;
};

/** The time by which a site decides. */
export class TimeTravel {
  /** ISO 8601 UTC; undefined for the real time. Setting it runs no scheduled work. */
  now: string | undefined;
  readonly #finished = new Set<string>();

  constructor(private readonly site: Site) {
    this.#context.now = () => (this.now === undefined ? new Date() : new Date(this.now));
  }

  /** Lets time pass until this instant: each scheduled reaction to the stream's events runs at its time, and twice. */
  async to(stream: string, instant: string): Promise<void> {
    for (;;) {
      const [next] = (await this.#scheduledFor(stream, instant)).sort((one, other) => (one.at < other.at ? -1 : 1));
      if (!next) break;
      this.#finished.add(next.key);
      this.now = next.at;
      const { event, reaction } = next;
      const by = { id: reaction.name, kind: 'worker', role: 'reaction' } as const;
      for (const key of [next.key, undefined])
        await this.#context.run({ ...originOf(by), causation: event.id }, () => reaction.react(event), key);
    }
    this.now = instant;
    await untilCaughtUp(this.site.api);
  }

  /** The scheduled work that is due by this instant and has not run. */
  async #scheduledFor(stream: string, instant: string) {
    const scheduled = this.site.api.get(Modules).all.flatMap(({ reactions }) => reactions as unknown as Scheduled[]);
    return (await this.site.api.get(EventStore).read(stream)).flatMap((event) =>
      scheduled.flatMap((reaction) => {
        const at = reaction.to === event.type ? reaction.runAt?.(event) : undefined;
        const key = `${event.id}/${reaction.name}`;
        return at === undefined || at > instant || this.#finished.has(key) ? [] : [{ at, key, event, reaction }];
      }),
    );
  }

  get #context(): Context {
    return this.site.api.get(Context);
  }
}
