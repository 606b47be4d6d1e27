// npm start: builds what changed, then serves the product in demo mode.
import { withDefaults } from '../libs/platform/src/config/setting-files.ts';
import { buildOrExit } from './build.ts';

const startedAt = performance.now();
await buildOrExit();

Object.assign(process.env, withDefaults(process.env, { FESTOON_DEMO: 'true' }));
process.argv.splice(2, Number.POSITIVE_INFINITY, 'serve');
const main = new URL('../dist/apps/cli/src/main.js', import.meta.url).href;
await import(main);
if (process.exitCode === undefined) console.log(`Started in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
