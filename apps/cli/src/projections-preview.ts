import { EventStore } from '#platform/event-store';
import { type ProjectionStatus, Projector, type StoredTable } from '#platform/projections';
import { Failure } from './errors.ts';
import { withProduct } from './product.ts';

/** What a command would do to a projection, or why it would be refused. */
type Preview = { readonly name: string; readonly effect: string } | { readonly name: string; readonly refusal: string };

/** What a preview depends on. `unfinished` is the table that an interrupted rebuild left. */
type Situation = {
  readonly status: ProjectionStatus;
  readonly unfinished: StoredTable | undefined;
  /** The position of the newest event. */
  readonly head: bigint;
};

/** Tells what the command would do to a projection; throws a {@link Failure} if it would be refused. */
type Effect = (situation: Situation) => string;

/**
 * Prints what a command would do to the projections that `choose` selects from all names, and changes nothing. Fails if
 * the command would be refused for one of them.
 */
export const preview = async (
  choose: (names: readonly string[]) => readonly string[],
  effect: Effect,
  json: boolean | undefined,
): Promise<void> => {
  const previews = await withProduct(async (product) => {
    const projector = product.get(Projector);
    const names = choose(projector.names);
    const [statuses, tables, head] = [
      await projector.status(),
      await projector.tables(),
      await product.get(EventStore).head(),
    ];
    return statuses
      .filter(({ name }) => names.includes(name))
      .map((status) => {
        const unfinished = tables.find(({ name, kind }) => name === status.name && kind === 'unfinished');
        return previewOf({ status, unfinished, head }, effect);
      });
  });
  if (json) console.log(JSON.stringify({ previews }, null, 2));
  else
    for (const one of previews)
      console.log(`${one.name} ${'effect' in one ? one.effect : `would be left as it is: ${one.refusal}`}`);
  if (previews.some((one) => 'refusal' in one)) throw new Failure('The command would be refused.');
};

const previewOf = (situation: Situation, effect: Effect): Preview => {
  const { name } = situation.status;
  try {
    return { name, effect: effect(situation) };
  } catch (error) {
    if (error instanceof Failure) return { name, refusal: error.message };
    throw error;
  }
};

const requireFree = ({ rebuild }: ProjectionStatus): void => {
  if (rebuild) throw new Failure(`it is already being rebuilt, by ${rebuild.by}`);
};

export const rebuildEffect =
  ({ resume, discard }: { readonly resume?: boolean; readonly discard?: boolean }): Effect =>
  ({ status, unfinished, head }) => {
    requireFree(status);
    const start =
      resume && unfinished
        ? `would continue the rebuild that was interrupted (last progress ${unfinished.since})`
        : 'would be folded again from the first event';
    const end = discard ? 'the old table would not be kept' : 'the old table would be kept for a day';
    return `${start}, through position ${head}; ${end}`;
  };

export const rollbackEffect: Effect = ({ status }) => {
  requireFree(status);
  if (status.kept === undefined)
    throw new Failure('no earlier table is kept: nothing was rebuilt lately, or it was pruned');
  return `would get back the table that was replaced at ${status.kept}, with the events since then folded into it`;
};

export const pauseEffect =
  (paused: boolean): Effect =>
  ({ status }) => {
    if ((status.paused !== undefined) === paused) return paused ? `is paused already` : 'is not paused';
    return paused
      ? `would be paused at position ${status.position}`
      : `would be resumed, ${status.behind} ${status.behind === 1n ? 'event' : 'events'} behind`;
  };
