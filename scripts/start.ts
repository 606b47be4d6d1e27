// npm start: builds what changed, then serves the product in demo mode.
import { buildOrExit } from './build.ts';

const startedAt = performance.now();
await buildOrExit();

process.env.FESTOON_DEMO ||= 'true';
process.argv.splice(2, Number.POSITIVE_INFINITY, 'serve');
const main = new URL('../dist/apps/cli/src/main.js', import.meta.url).href;
await import(main);
if (process.exitCode === undefined) console.log(`Started in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
