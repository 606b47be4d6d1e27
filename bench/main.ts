// npm run bench -- NAME: prints readable rows, then one JSON object. Ratios compare with a ceiling measured in the same
// run.
import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { build } from '../scripts/build.ts';
import { endWithChildren } from '../scripts/runner.ts';

type Bench = { readonly about: string; readonly settings: string; readonly run: () => Promise<void> };

const { values: options, positionals } = parseArgs({
  options: { engine: { type: 'string', default: 'postgres' }, help: { type: 'boolean' } },
  allowPositionals: true,
});
const [name = ''] = positionals;
const { engine } = options;

const benches: Readonly<Record<string, Bench>> = {
  append: {
    about:
      'writers through the port against plain inserts of the same bytes; with --engine eventstoredb against its client alone',
    settings: 'BENCH_SECONDS=3 per kind and round, BENCH_ROUNDS=5; EVENT_STORE_URL for --engine eventstoredb',
    run: async () => {
      if (engine === 'eventstoredb') await (await import('./append-eventstoredb.ts')).appendToEventStoreDb();
      else await (await import('./append.ts')).append();
    },
  },
  assistant: {
    about: 'the answers of the assistant to 200 descriptions, and its first words among 10,000 creators',
    settings: 'BENCH_CREATORS=10000, BENCH_REQUESTS=200',
    run: async () => (await import('./assistant.ts')).assistant(),
  },
  creators: {
    about: 'pages of creators with each filter and order, over HTTP',
    settings: 'BENCH_CREATORS=10000, BENCH_REQUESTS=200 of each kind, BENCH_SECONDS=5, BENCH_USERS=8',
    run: async () => (await import('./creators.ts')).creators(),
  },
  gallery: {
    about: 'the items of a large gallery over HTTP, against the bare SQL of the same rows',
    settings: 'BENCH_ITEMS=1000, BENCH_ROUNDS=30',
    run: async () => (await import('./gallery.ts')).gallery(),
  },
  images: {
    about: 'pictures decoded and copied, against the same copies made with sharp alone',
    settings: 'BENCH_PICTURES=2 of 12 megapixels at the same time, BENCH_ROUNDS=30',
    run: async () => (await import('./images.ts')).images(),
  },
  lag: {
    about: 'the time from a commit to the read tables and to a socket',
    settings: 'BENCH_RATE=500 writes per second, BENCH_SECONDS=5',
    run: async () => (await import('./lag.ts')).lag(),
  },
  leads: {
    about: 'pages of leads over HTTP, against a bare server with one statement for a page',
    settings:
      'BENCH_LEADS=100000, BENCH_REQUESTS=300 of each kind, BENCH_SECONDS=5, BENCH_ROUNDS=3, BENCH_USERS=8, BENCH_RATE=1500 per second',
    run: async () => (await import('./leads.ts')).leads(),
  },
  matching: {
    about: 'the scores of a new lead for many professionals, from its posting until they can be read',
    settings: 'BENCH_PROFESSIONALS=10000, BENCH_ROUNDS=10',
    run: async () => (await import('./matching.ts')).matching(),
  },
  pages: {
    about: 'when people on a slow phone see the largest content of pages of a running site with demo data',
    settings: 'BENCH_URL=http://localhost:3000, BENCH_ROUNDS=5',
    run: async () => (await import('./pages.ts')).pages(),
  },
  reads: {
    about: 'whether users read their own writes',
    settings: 'BENCH_CHECKS=100000, BENCH_WRITERS=8',
    run: async () => (await import('./reads.ts')).reads(),
  },
  overload: {
    about: 'reads and writes at a fixed rate, alone and beside programs that only use CPU',
    settings: 'BENCH_READS=200 and BENCH_WRITES=40 per second, BENCH_BUSY=4 programs, BENCH_SECONDS=25',
    run: async () => (await import('./overload.ts')).overload(),
  },
  rebuild: {
    about: 'five read tables folded in one pass against COPY of the same events',
    settings: 'BENCH_EVENTS=1000000 (needs about 1.5 GB of disk), BENCH_ROUNDS=3',
    run: async () => (await import('./rebuild.ts')).rebuild(),
  },
  'rebuild-under-load': {
    about: 'reads and writes at a fixed rate while every projection is rebuilt',
    settings:
      'BENCH_EVENTS=400000, BENCH_READS=200 and BENCH_WRITES=40 per second, BENCH_SECONDS=15, BENCH_ROUNDS=3, BENCH_MAX_RATE',
    run: async () => (await import('./rebuild-under-load.ts')).rebuildUnderLoad(),
  },
  search: {
    about: 'searches for creators by words, including words with typing errors, over HTTP',
    settings: 'BENCH_CREATORS=10000, BENCH_REQUESTS=200 of each kind, BENCH_SECONDS=5, BENCH_USERS=8',
    run: async () => (await import('./creators.ts')).search(),
  },
  staff: {
    about: 'every page of the back office over HTTP on a long log, with each filter, and whole timelines',
    settings: 'BENCH_EVENTS=200000 (1000000 needs about 4 GB of disk), BENCH_REQUESTS=40 of each kind',
    run: async () => (await import('./staff.ts')).staff(),
  },
  upload: {
    about: 'a large file through a resumable upload, against a plain server that writes the same chunks to disk',
    settings: 'BENCH_MEGABYTES=96, BENCH_ROUNDS=5',
    run: async () => (await import('./upload.ts')).upload(),
  },
  zip: {
    about:
      'an archive against plain file reading, its download against a plain server, and the memory that several downloads use',
    settings: 'BENCH_FILES=32 of 8 MB, BENCH_PEOPLE=8, BENCH_ROUNDS=60',
    run: async () => (await import('./zip.ts')).zip(),
  },
};

const help = Object.entries(benches).map(
  ([name, { about, settings }]) => `  npm run bench -- ${name.padEnd(20)} ${about}\n${' '.repeat(39)} ${settings}`,
);

const bench = benches[name];
if (!bench || !['postgres', 'eventstoredb'].includes(engine)) {
  console.error(
    `Usage: npm run bench -- NAME. Settings are environment variables, shown with their defaults.\n\n${help.join('\n')}`,
  );
  process.exit(options.help ? 0 : 2);
}
endWithChildren();
const { code, output } = await build();
if (code !== 0) {
  console.error(`The product could not be built:\n${output}`);
  process.exit(code);
}
await bench.run();
