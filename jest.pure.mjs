import { globSync, readFileSync } from 'node:fs';
import all from './jest.config.mjs';

const { globalSetup: _setup, globalTeardown: _teardown, ...needsNothing } = all;

// The negative tests, which may run at the same time, write specs called violation-….
// A spec that needs a server imports one of these helpers.
const needsMore = /from '(?:#(?!kernel)[a-z]+\/testing|@nestjs\/[^']+|pg|[^']*(?:\.suite|\/testing|\/embedded)\.ts)'/;
const pure = globSync('{apps,libs,frontend}/**/*.spec.{ts,tsx}', { exclude: ['**/violation-*'] }).filter(
  (spec) => !needsMore.test(readFileSync(spec, 'utf8')),
);

/** Unit tests of rules, projections, upcasts and browser code: they need no server and take milliseconds. */
export default { ...needsNothing, testMatch: pure.map((spec) => `<rootDir>/${spec}`) };
