import all from './jest.config.mjs';

/** Real Chromium against the built product, two stories side by side. */
export default {
  ...all,
  testMatch: ['<rootDir>/e2e/browser/*.spec.ts'],
  testTimeout: 180_000,
  globalSetup: '<rootDir>/scripts/jest/browser.mjs',
  maxWorkers: 2,
};
