import all from './jest.config.mjs';
import groups from './jest.groups.mjs';

const config = process.env.FESTOON_TEST_GROUPS ? groups : { ...all, testMatch: ['<rootDir>/e2e/browser/*.spec.ts'] };

/** Chromium against the built product. Two specs run in parallel; in `npm test`, three groups of specs. */
export default {
  ...config,
  testTimeout: 300_000,
  globalSetup: '<rootDir>/scripts/jest/browser.mjs',
};
