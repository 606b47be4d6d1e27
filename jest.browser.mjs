import all from './jest.config.mjs';

/** Real Chromium against the built product: two stories side by side, each with a product of its own. */
export default {
  ...all,
  testMatch: ['<rootDir>/apps/browser/**/*.spec.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
  testTimeout: 180_000,
  maxWorkers: 2,
};
