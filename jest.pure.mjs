import all from './jest.config.mjs';
import groups from './jest.groups.mjs';
import { isPure, specsIn } from './scripts/pure-specs.ts';

const specs = () => ['apps', 'libs', 'frontend'].flatMap(specsIn).filter(isPure);
const config = process.env.FESTOON_TEST_GROUPS
  ? groups
  : { ...all, testMatch: specs().map((spec) => `<rootDir>/${spec}`) };
const { globalSetup: _setup, globalTeardown: _teardown, ...needsNothing } = config;

/** The tests that need no server, each spec for itself or in the groups that scripts/test-groups.ts wrote to a folder. */
export default needsNothing;
