import all from './jest.config.mjs';

/** Chromium against the built product; two spec files run in parallel. */
export default {
  ...all,
  testMatch: ['<rootDir>/e2e/browser/*.spec.ts'],
  testTimeout: 180_000,
  globalSetup: '<rootDir>/scripts/jest/browser.mjs',
  maxWorkers: 2,
};
