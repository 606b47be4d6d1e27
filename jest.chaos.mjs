import all from './jest.config.mjs';

/**
 * The built product in processes of its own that are killed, with a Postgres of its own. CHAOS_ROUNDS=80 kills more.
 */
export default {
  ...all,
  testMatch: ['<rootDir>/e2e/chaos/*.spec.ts'],
  maxWorkers: 1,
};
