import all from './jest.config.mjs';

/** The built product in processes of its own that are killed, with a Postgres of its own. CHAOS_ROUNDS=100 kills more. */
export default {
  ...all,
  testMatch: ['<rootDir>/apps/chaos/**/*.spec.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
  maxWorkers: 1,
};
