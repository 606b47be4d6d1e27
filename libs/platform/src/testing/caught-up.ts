import type { INestApplicationContext } from '@nestjs/common';

/** In milliseconds: much longer than a slow machine takes, so that only a projection that has stopped exceeds it. */
const timeout = 20_000;

/** Waits until the read tables show the log through this position, by default the whole log. Throws if they do not. */
export const untilCaughtUp = async (app: INestApplicationContext, position?: bigint): Promise<void> => {
  const { EventStore } = await import('#platform/event-store');
  const { Projector } = await import('#platform/projections');
  const through = position ?? (await app.get(EventStore).head());
  if (!(await app.get(Projector).waitUntilProjected(through, timeout)))
    throw new Error(`The read tables do not show position ${through}`);
};

/**
 * Waits until the reactions to all events have run, and those to the events that these appended. Reactions with a
 * delay, or at a later time, are not waited for.
 */
export const untilReactionsHaveRun = async (app: INestApplicationContext): Promise<void> => {
  const { EventStore } = await import('#platform/event-store');
  const { Reactor } = await import('#platform/reactions');
  const { wholeLog } = await import('./test-config.ts');
  let through = 0n;
  for (;;) {
    const events = await wholeLog(app.get(EventStore), through);
    if (events.length === 0) return;
    for (const event of events) {
      if (!(await app.get(Reactor).waitForReactions(event, timeout)))
        throw new Error(`The reactions to ${event.type} at position ${event.position} have not run`);
      through = event.position;
    }
  }
};
