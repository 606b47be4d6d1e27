// npm run check: the checks that take a minute and need neither a server nor a browser.

import { endWithChildren, runAll } from './runner.ts';
import { checksAndNegativeTests, pure } from './steps.ts';

const startedAt = performance.now();
endWithChildren();
const outcomes = await runAll([checksAndNegativeTests, pure], 2);
const failedNames = outcomes.filter(({ passed }) => !passed).map(({ name }) => name);
console.log(
  `\n${failedNames.length === 0 ? 'All passed' : `Failed: ${failedNames.join(', ')}`}, ${((performance.now() - startedAt) / 1000).toFixed(0)} s`,
);
process.exitCode = failedNames.length === 0 ? 0 : 1;
