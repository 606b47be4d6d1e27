// npm start: builds what changed, then serves the product in demo mode.
import { build } from './build.ts';
import { endWithChildren, interrupted } from './runner.ts';

const startedAt = performance.now();
endWithChildren();
const { code, output } = await build();
if (interrupted()) process.exit(130);
if (code !== 0) {
  console.error(`The product could not be built:\n${output}`);
  process.exit(code);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.removeAllListeners(signal);

process.env.FESTOON_DEMO ||= 'true';
process.argv.splice(2, Number.POSITIVE_INFINITY, 'serve');
const main = new URL('../dist/apps/cli/src/main.js', import.meta.url).href;
await import(main);
if (process.exitCode === undefined) console.log(`Started in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
