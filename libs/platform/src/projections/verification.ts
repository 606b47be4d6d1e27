import type { EventStore } from '#platform/event-store';
import type { Database } from '#platform/postgres';
import { Session } from '#platform/postgres';
import type { Checkpoints } from './checkpoints.ts';
import { type Comparison, compare } from './comparison.ts';
import { type FoldOptions, foldPass } from './fold-pass.ts';
import type { ReadModel } from './read-model.ts';
import { Shadow } from './shadow.ts';

/** The result of comparing a read table with a new fold of the log up to the table's position. */
export type VerificationResult = Comparison & {
  readonly name: string;
  readonly position: bigint;
  /** Why the fold failed, if it did; nothing was compared then. */
  readonly failure?: string;
};

/**
 * Compares every row of these tables with a fresh fold, in one pass over the log. It uses a snapshot and temporary
 * tables, so it changes no data and blocks no other process.
 */
export const verify = async (
  store: EventStore,
  database: Database,
  checkpoints: Checkpoints,
  models: readonly ReadModel[],
  options: FoldOptions = {},
): Promise<readonly VerificationResult[]> => {
  const session = await Session.open(database);
  const spill = async (shadows: readonly Shadow[]) => {
    for (const shadow of shadows) await shadow.spill(session);
  };
  try {
    return await session.transaction(async () => {
      await session.query(
        `set local idle_in_transaction_session_timeout = 0; set local client_min_messages = error; set local work_mem = '128MB'`,
      );
      const storedCheckpoints = await checkpoints.read(
        models.map(({ name }) => name),
        session,
      );
      const shadows = models.map((model) => {
        const { position, skipped } = storedCheckpoints.get(model.name) ?? {};
        return new Shadow(model, model.table.in('pg_temp'), position ?? 0n, skipped ?? new Set());
      });
      const { broken } = await foldPass(store, session, shadows, { spill }, options);
      const results: VerificationResult[] = [];
      for (const shadow of shadows) {
        const failure = broken.find(({ projection }) => projection === shadow.model.name)?.message;
        results.push(await verificationOf(session, shadow, failure));
      }
      return results;
    }, 'begin isolation level repeatable read');
  } finally {
    await session.end();
  }
};

const verificationOf = async (
  session: Session,
  shadow: Shadow,
  failure: string | undefined,
): Promise<VerificationResult> => {
  const place = { name: shadow.model.name, position: shadow.through };
  if (failure !== undefined) return { ...place, failure, rows: 0, fresh: 0, different: 0, keys: [] };
  await shadow.write(session);
  return { ...place, ...(await compare(session, shadow.model.table, shadow.table)) };
};
