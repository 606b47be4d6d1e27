// npm run bench -- NAME: prints rows to read, and one JSON object last. Ratios are to a ceiling taken in the same run.
import 'reflect-metadata';
import { build } from '../build.ts';
import { endWithChildren } from '../runner.ts';

const benches: Readonly<Record<string, () => Promise<void>>> = {
  append: async () => (await import('./append.ts')).append(),
  rebuild: async () => (await import('./rebuild.ts')).rebuild(),
  'rebuild-under-load': async () => (await import('./rebuild-under-load.ts')).rebuildUnderLoad(),
  reads: async () => (await import('./reads.ts')).reads(),
  lag: async () => (await import('./lag.ts')).lag(),
};

const [name = ''] = process.argv.slice(2);
const bench = benches[name];
if (!bench) {
  console.error(`Which one? npm run bench -- ${Object.keys(benches).join(' | ')}`);
  process.exit(2);
}
endWithChildren();
const { code, output } = await build();
if (code !== 0) {
  console.error(`The product could not be built:\n${output}`);
  process.exit(code);
}
await bench();
