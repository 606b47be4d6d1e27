import type { EventStore } from '#platform/event-store';
import type { Session } from '#platform/postgres';
import { type Pace, passOver } from './log-pass.ts';
import { BrokenFold } from './read-model.ts';
import type { Shadow } from './shadow.ts';

/** What is done now and then with what is in memory. */
export type Keeper = {
  /** Writes it, so that it can be let go. */
  spill(shadows: readonly Shadow[]): Promise<void>;
  /** Notes what is new in it, so that a killed process has done it for another. */
  note?(shadows: readonly Shadow[]): Promise<void>;
};
export type FoldOptions = Pace & {
  /** Rows held in memory, over all projections, before they are written and let go. */
  readonly rowsInMemory?: number;
  /** After so many events, or five seconds, it is noted how far this is. */
  readonly noteEvery?: number;
  /** Told now and then, and at the end. */
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

type Passed = { readonly events: number; readonly broken: readonly BrokenFold[] };

const rowsThatFit = 500_000;
const tellEvery = 2_000;
const eventsBetweenNotes = 10_000;
const millisecondsBetweenNotes = 5_000;

/**
 * Streams the log once and folds it into all of these, each through its own end. Answers those folds that broke; the others
 * went on without them.
 */
export const foldPass = async (
  store: EventStore,
  session: Session,
  shadows: readonly Shadow[],
  keeper: Keeper,
  { rowsInMemory = rowsThatFit, noteEvery = eventsBetweenNotes, onProgress, ...pace }: FoldOptions = {},
): Promise<Passed> => {
  const broken = new Map<Shadow, BrokenFold>();
  const sound = () => shadows.filter((shadow) => !broken.has(shadow));
  const [from, through] = [least(shadows.map(({ position }) => position)), greatest(shadows.map((one) => one.through))];
  const meter = new Meter(from, through, tellEvery);
  const due = new Due(noteEvery);
  let events = 0;
  const heard = new Set(shadows.flatMap(({ model }) => [...model.heard]));
  for await (const stretch of passOver(store, from, through, heard, pace)) {
    for (const shadow of sound()) await shadow.take(session, stretch).catch((error) => broken.set(shadow, only(error)));
    events += stretch.count;
    if (sound().reduce((rows, { size }) => rows + size, 0) > rowsInMemory) await keeper.spill(sound());
    else if (due.at(events)) await keeper.note?.(sound());
    const progress = meter.at(stretch.end, events);
    if (progress) onProgress?.({ ...progress, names: sound().map(({ model }) => model.name) });
  }
  return { events, broken: [...broken.values()] };
};

/** Says when it is time again. */
class Due {
  #events = 0;
  #time = performance.now();

  constructor(private readonly every: number) {}

  at(events: number): boolean {
    const now = performance.now();
    if (events - this.#events < this.every && now - this.#time < millisecondsBetweenNotes) return false;
    this.#events = events;
    this.#time = now;
    return true;
  }
}

/** Says how fast it goes, not too often. */
class Meter {
  readonly #begun = performance.now();
  #told = this.#begun;

  constructor(
    private readonly from: bigint,
    private readonly through: bigint,
    private readonly every: number,
  ) {}

  at(position: bigint, events: number): Omit<FoldProgress, 'names'> | undefined {
    const now = performance.now();
    if (now - this.#told < this.every && position < this.through) return undefined;
    this.#told = now;
    const seconds = (now - this.#begun) / 1_000;
    const done = Number(position - this.from) / Math.max(1, Number(this.through - this.from));
    return { done, events, rate: events / seconds, left: done > 0 ? (seconds * (1 - done)) / done : Number.NaN };
  }
}

const only = (error: unknown): BrokenFold => {
  if (error instanceof BrokenFold) return error;
  throw error;
};

const least = (values: readonly bigint[]): bigint => values.reduce((a, b) => (b < a ? b : a));
const greatest = (values: readonly bigint[]): bigint => values.reduce((a, b) => (b > a ? b : a));
