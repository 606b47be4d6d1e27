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
