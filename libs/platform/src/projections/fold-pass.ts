import type { EventStore } from '#platform/event-store';
import type { Session } from '#platform/postgres';
import { type ReadRate, readInBatches } from './log-pass.ts';
import { BrokenFold } from './read-model.ts';
import type { Shadow } from './shadow.ts';

/** Stores the rows in memory at intervals during the pass. */
export type ProgressRecorder = {
  /** Writes the rows, so that they can be released from memory. */
  spill(shadows: readonly Shadow[]): Promise<void>;
  /** Records what has changed in memory, so that another process can resume after this one was killed. */
  record?(shadows: readonly Shadow[]): Promise<void>;
};
export type FoldOptions = ReadRate & {
  /** How many rows, over all projections, are held in memory before they are written and released. */
  readonly rowsInMemory?: number;
  /** Progress is recorded after this number of events, or after five seconds. */
  readonly recordEvery?: number;
  /** Called every two seconds and at the end. */
  readonly onProgress?: (progress: FoldProgress) => void;
};
/** `done` is from 0 to 1; `rate` counts events a second; `left` is in seconds. */
export type FoldProgress = {
  readonly names: readonly string[];
  readonly done: number;
  readonly events: number;
  readonly rate: number;
  readonly left: number;
};

type PassResult = { readonly events: number; readonly broken: readonly BrokenFold[] };

const defaultRowsInMemory = 500_000;
/** How often progress is reported, in milliseconds. */
const progressInterval = 2_000;
/** Progress is recorded after this many events, or after this many milliseconds. */
const defaultRecordEvery = 10_000;
const recordingInterval = 5_000;

/**
 * Streams the log once and folds it into all of these shadows, each through its own end position. Returns the folds
 * that failed; the others continue without them.
 */
export const foldPass = async (
  store: EventStore,
  session: Session,
  shadows: readonly Shadow[],
  recorder: ProgressRecorder,
  { rowsInMemory = defaultRowsInMemory, recordEvery = defaultRecordEvery, onProgress, ...pace }: FoldOptions = {},
): Promise<PassResult> => {
  const brokenFolds = new Map<Shadow, BrokenFold>();
  const intact = () => shadows.filter((shadow) => !brokenFolds.has(shadow));
  const [from, through] = [
    minimum(shadows.map(({ position }) => position)),
    maximum(shadows.map((one) => one.through)),
  ];
  const meter = new Meter(from, through, progressInterval);
  const schedule = new RecordingSchedule(recordEvery);
  let events = 0;
  const types = new Set(shadows.flatMap(({ model }) => [...model.eventTypes]));
  for await (const stretch of readInBatches(store, from, through, types, pace)) {
    for (const shadow of intact())
      await shadow.take(session, stretch).catch((error) => brokenFolds.set(shadow, brokenFoldOf(error)));
    events += stretch.count;
    if (intact().reduce((rows, { size }) => rows + size, 0) > rowsInMemory) await recorder.spill(intact());
    else if (schedule.at(events)) await recorder.record?.(intact());
    const progress = meter.at(stretch.end, events);
    if (progress) onProgress?.({ ...progress, names: intact().map(({ model }) => model.name) });
  }
  return { events, broken: [...brokenFolds.values()] };
};

/** Decides when progress is recorded next. */
class RecordingSchedule {
  #events = 0;
  #time = performance.now();

  constructor(private readonly every: number) {}

  at(events: number): boolean {
    const now = performance.now();
    if (events - this.#events < this.every && now - this.#time < recordingInterval) return false;
    this.#events = events;
    this.#time = now;
    return true;
  }
}

/** Measures the speed of the pass, and reports it at most once per interval. */
class Meter {
  readonly #begun = performance.now();
  #reportedAt = this.#begun;

  constructor(
    private readonly from: bigint,
    private readonly through: bigint,
    private readonly every: number,
  ) {}

  at(position: bigint, events: number): Omit<FoldProgress, 'names'> | undefined {
    const now = performance.now();
    if (now - this.#reportedAt < this.every && position < this.through) return undefined;
    this.#reportedAt = now;
    const seconds = (now - this.#begun) / 1_000;
    const done = Number(position - this.from) / Math.max(1, Number(this.through - this.from));
    return { done, events, rate: events / seconds, left: done > 0 ? (seconds * (1 - done)) / done : Number.NaN };
  }
}

const brokenFoldOf = (error: unknown): BrokenFold => {
  if (error instanceof BrokenFold) return error;
  throw error;
};

const minimum = (values: readonly bigint[]): bigint => values.reduce((a, b) => (b < a ? b : a));
const maximum = (values: readonly bigint[]): bigint => values.reduce((a, b) => (b > a ? b : a));
