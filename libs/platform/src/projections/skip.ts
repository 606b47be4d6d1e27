import { randomUUID } from 'node:crypto';
import type { EventStore } from '#platform/event-store';
import type { Checkpoints } from './checkpoints.ts';

/** Streams `projection-skip-{uuid}`: a read table does not show an event. Who says so and why is in the envelope. */
export type ProjectionEvents = { ProjectionEventSkipped: { projection: string; position: string } };

/** The projection does not stand still at that event. Nothing was changed. */
export class NothingToSkip extends Error {
  constructor(name: string, position: bigint, failedAt: bigint | undefined) {
    const where = failedAt === undefined ? 'does not stand still because of one event' : `stands still at ${failedAt}`;
    super(`${name} ${where}, so event ${position} was not skipped`);
  }
}

/** Records the decision, then lets the projection pass over the event. Throws a {@link NothingToSkip}. */
export const skip = async (
  store: EventStore,
  checkpoints: Checkpoints,
  name: string,
  position: bigint,
): Promise<void> => {
  const failedAt = (await checkpoints.read([name])).get(name)?.failedAt;
  if (failedAt !== position) throw new NothingToSkip(name, position, failedAt);
  await store.append<ProjectionEvents>(`projection-skip-${randomUUID()}`, 0, [
    { type: 'ProjectionEventSkipped', data: { projection: name, position: String(position) } },
  ]);
  await checkpoints.skip(name, position);
};
