// npm run check: what tells about a change within a minute. Needs no server and no browser.
import { guards, probes, pure } from './rings.ts';
import { endWithChildren, runAll } from './runner.ts';

const begun = performance.now();
endWithChildren();
// Probes put wrong files into the tree, so the guards are done with it by then.
const outcomes = [...(await runAll(guards, 2)), ...(await runAll([probes, pure], 2))];
const failed = outcomes.filter(({ passed }) => !passed).map(({ name }) => name);
console.log(
  `\n${failed.length === 0 ? 'All well' : `Failed: ${failed.join(', ')}`}, ${((performance.now() - begun) / 1000).toFixed(0)} s`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
