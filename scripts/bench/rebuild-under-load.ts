// What people notice while an operator rebuilds every read model: reads and writes at a fixed rate, before and meanwhile.
import { setTimeout as sleep } from 'node:timers/promises';
import { Context, Database, EventStore } from '#platform';
import { writeHistory } from './history.ts';
import { type Seen, type Served, served, Visitor } from './product.ts';
import { apiOn, conclude, inPostgres, percentile } from './world.ts';

const events = Number(process.env.BENCH_EVENTS ?? 400_000);
const reads = Number(process.env.BENCH_READS ?? 200);
const writes = Number(process.env.BENCH_WRITES ?? 40);
const seconds = Number(process.env.BENCH_SECONDS ?? 15);
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
/** Passed on to `festoon projections rebuild`, if it is set. */
const maxRate = process.env.BENCH_MAX_RATE;
const visitorCount = 8;
/** Milliseconds between two lots of requests. */
const tick = 5;

/** `seconds` is how long it was looked at. */
type Noticed = {
  readonly seen: readonly Seen[];
  readonly posted: readonly number[];
  readonly refused: number;
  readonly seconds: number;
};

/** Asks and posts at the fixed rate, whatever the answers take, until this has ended. */
const noticed = async (visitors: readonly Visitor[], until: Promise<unknown>): Promise<Noticed> => {
  const [asked, posted]: [Promise<Seen>[], Promise<number | undefined>[]] = [[], []];
  let over = false;
  const done = () => {
    over = true;
  };
  until.then(done, done);
  const begun = performance.now();
  for (let ticks = 1; !over; ticks++) {
    const due = (rate: number) => Math.floor((rate * ticks * tick) / 1_000);
    const visitor = (n: number) => visitors[n % visitors.length] as Visitor;
    while (posted.length < due(writes))
      posted.push(
        visitor(posted.length)
          .post()
          .catch(() => undefined),
      );
    while (asked.length < due(reads)) {
      const who = visitor(asked.length >> 1);
      asked.push(asked.length % 2 ? who.look() : who.list());
    }
    await sleep(Math.max(0, begun + ticks * tick - performance.now()));
  }
  const seen = await Promise.all(asked);
  const took = (await Promise.all(posted)).flatMap((each) => each ?? []);
  return { seen, posted: took, refused: posted.length - took.length, seconds: (performance.now() - begun) / 1_000 };
};

const p99 = ({ seen }: Noticed): number =>
  percentile(
    seen.map(({ took }) => took),
    0.99,
  );

const told = (name: string, { seen, posted, refused, seconds: lasted }: Noticed): string => {
  const took = seen.map((each) => each.took);
  const p = (values: readonly number[], share: number) => percentile(values, share).toFixed(1);
  const wrong = `${seen.filter(({ failed }) => failed).length} failed  ${seen.filter(({ stale }) => stale).length} stale`;
  const read = `${took.length} reads  ${wrong}  p50 ${p(took, 0.5)} ms  p99 ${p(took, 0.99)} ms`;
  const wrote = `${(posted.length / lasted).toFixed(1)} writes/s  ${refused} failed  p99 ${p(posted, 0.99)} ms`;
  return `${name.padEnd(10)} ${lasted.toFixed(1).padStart(5)} s   ${read}   ${wrote}`;
};

type Report = { readonly rebuilt: readonly { readonly held: number }[]; readonly events: number };

const round = async ({ call }: Served, visitors: readonly Visitor[]): Promise<readonly [number, number]> => {
  const before = await noticed(visitors, sleep(seconds * 1_000));
  console.log(told('before', before));
  const rebuilding = call('projections', 'rebuild', '--all', '--json', ...(maxRate ? ['--max-rate', maxRate] : []));
  const meanwhile = await noticed(visitors, rebuilding);
  console.log(told('meanwhile', meanwhile));
  const { rebuilt, events: folded } = JSON.parse(await rebuilding) as Report;
  const held = Math.max(...rebuilt.map((one) => one.held));
  console.log(`${rebuilt.length} read models from ${folded} events, readers held up ${held.toFixed(1)} ms at most`);
  return [p99(before), p99(meanwhile)];
};

export const rebuildUnderLoad = (): Promise<void> =>
  inPostgres(async (url) => {
    const api = await apiOn(url);
    await api.init();
    console.log(`${await writeHistory(api.get(EventStore), api.get(Context), events)} events written`);
    // What was written was long ago: nobody gets a letter for it any more.
    const reacted = `insert into followers.checkpoints (name, position) values ('reactor', $1) on conflict (name) do update set position = $1`;
    await api.get(Database).query(reacted, [await api.get(EventStore).head()]);
    await api.close();
    await served(url, async (product) => {
      const people = Array.from({ length: visitorCount }, (_, i) => Visitor.at(product.url, `visitor-${i}`));
      const visitors = await Promise.all(people);
      // The first ones find everything cold, and read models that are still being built.
      for (const visitor of visitors) await visitor.post();
      await noticed(visitors, sleep(5_000));
      const both: (readonly [number, number])[] = [];
      for (let i = 0; i < rounds; i++) both.push(await round(product, visitors));
      const [before, meanwhile] = [0, 1].map((n) =>
        percentile(
          both.map((pair) => pair[n] ?? Number.NaN),
          0.5,
        ),
      );
      conclude('rebuild-under-load', meanwhile ?? Number.NaN, before ?? Number.NaN);
    });
  });
