import { randomUUID } from 'node:crypto';
import type { EventStore } from '#platform/event-store';
import type { Checkpoints } from './checkpoints.ts';

/**
 * The events of the streams `projection-skip-{uuid}`: a projection skips an event. The actor and the reason are in the
 * envelope.
 */
export type ProjectionEvents = { ProjectionEventSkipped: { projection: string; position: string } };

/** The projection is not stalled at that event. Nothing was changed. */
export class NothingToSkip extends Error {
  constructor(name: string, position: bigint, failedAt: bigint | undefined) {
    const stallText = failedAt === undefined ? 'is not stalled at an event' : `is stalled at ${failedAt}`;
    super(`${name} ${stallText}, so event ${position} was not skipped`);
  }
}

/** Records the decision, then lets the projection skip the event. Throws a {@link NothingToSkip}. */
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
