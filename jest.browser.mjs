import all from './jest.config.mjs';

/** Real Chromium against the built product: one story after the other, for Chromium is unpacked where all look for it. */
export default {
  ...all,
  testMatch: ['<rootDir>/apps/browser/**/*.spec.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
  testTimeout: 180_000,
  maxWorkers: 1,
};
