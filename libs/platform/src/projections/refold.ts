import type { Recorded } from '#kernel';
import type { EventStore } from '#platform/event-store';
import type { Database } from '#platform/postgres';
import { Session } from '#platform/postgres';
import { lockTables, releaseTables, retryWhileBusy } from './busy.ts';
import type { Checkpoints } from './checkpoints.ts';
import type { ReadModel } from './read-model.ts';
import { dropOld, dropUnfinished } from './rebuilds.ts';

/** How long to wait for a rebuild under way by default, in milliseconds. */
export const defaultRebuildTimeout = 60_000;
/** Streams read at a time. */
const concurrentStreams = 4;

/** The events of some streams, complete through this position. */
type KnownEvents = { readonly events: readonly Recorded[]; readonly through: bigint };

/**
 * Folds the rows of these streams again, because personal data was erased and their events read differently now. Each
 * row must be made of the events of one stream. The tables that earlier rebuilds kept are dropped, since they still
 * hold the erased data. Returns the tables that were changed. Throws a {@link ProjectionBusy} if a rebuild takes longer
 * than `rebuildTimeout`.
 */
export const refold = async (
  store: EventStore,
  database: Database,
  checkpoints: Checkpoints,
  models: readonly ReadModel[],
  streams: readonly string[],
  rebuildTimeout: number,
): Promise<readonly string[]> => {
  let knownEvents = await readStreams(store, streams);
  const touchedModels = models.filter(({ eventTypes }) => knownEvents.events.some(({ type }) => eventTypes.has(type)));
  const session = await Session.open(database);
  try {
    await session.query('set client_min_messages = error');
    for (const model of touchedModels) {
      await retryWhileBusy(() => lockTables(session, model.name), rebuildTimeout);
      await session.transaction(async () => {
        const checkpoint = (await checkpoints.lock(session, [model.name])).get(model.name);
        const position = checkpoint?.position ?? 0n;
        if (position > knownEvents.through) knownEvents = await readStreams(store, streams);
        const { rows, removed } = foldedAgain(model, knownEvents.events, position, checkpoint?.skipped);
        await model.table.save(session, rows, removed);
        await checkpoints.touch(session, model.name);
      });
      await dropOld(session, model);
      await dropUnfinished(session, model);
      // Otherwise a rebuild of several projections would wait for this session, and this session for the rebuild.
      await releaseTables(session, model.name);
    }
    return touchedModels.map(({ name }) => name);
  } finally {
    await session.end();
  }
};

const foldedAgain = (
  { eventTypes, keyOf, fold }: ReadModel,
  events: readonly Recorded[],
  through: bigint,
  skipped: ReadonlySet<bigint> = new Set(),
) => {
  const ownEvents = events.filter(
    ({ type, position }) => position <= through && eventTypes.has(type) && !skipped.has(position),
  );
  const rows = fold(new Map(), ownEvents);
  return { rows: [...rows.values()], removed: [...new Set(ownEvents.map(keyOf))].filter((key) => !rows.has(key)) };
};

const readStreams = async (store: EventStore, streams: readonly string[]): Promise<KnownEvents> => {
  const through = await store.head();
  const events: Recorded[] = [];
  for (let i = 0; i < streams.length; i += concurrentStreams) {
    const streamEvents = await Promise.all(streams.slice(i, i + concurrentStreams).map((stream) => store.read(stream)));
    events.push(...streamEvents.flat());
  }
  return { events: events.sort((a, b) => (a.position < b.position ? -1 : 1)), through };
};
