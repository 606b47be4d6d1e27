import all from './jest.config.mjs';
import groups from './jest.groups.mjs';

const config = process.env.FESTOON_TEST_GROUPS ? groups : { ...all, testMatch: ['<rootDir>/e2e/browser/*.spec.ts'] };

/**
 * Chromium against the built product; two files run in parallel, each with one spec or, in `npm test`, a group of them.
 */
export default {
  ...config,
  testTimeout: 300_000,
  globalSetup: '<rootDir>/scripts/jest/browser.mjs',
  maxWorkers: 2,
};
