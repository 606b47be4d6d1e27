import all from './jest.config.mjs';
import groups from './jest.groups.mjs';
import { pureSpecs } from './scripts/pure-specs.ts';

const config = process.env.FESTOON_TEST_GROUPS
  ? groups
  : { ...all, testMatch: pureSpecs().map((spec) => `<rootDir>/${spec}`) };
const { globalSetup: _setup, globalTeardown: _teardown, ...needsNothing } = config;

/**
 * The tests that need no server, each spec for itself or in the groups that scripts/test-groups.ts wrote to a folder.
 */
export default needsNothing;
