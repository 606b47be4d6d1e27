import all from './jest.config.mjs';

/**
 * The tests of jest.config.mjs as `npm test` runs them, in the groups that scripts/test-groups.ts wrote to this folder:
 * three at a time, because two leave the cores partly idle (ADR 53).
 */
export default {
  ...all,
  roots: [process.env.FESTOON_TEST_GROUPS ?? '<rootDir>/dist'],
  testMatch: ['**/*.spec.{cjs,mjs}'],
  maxWorkers: 3,
  testSequencer: '<rootDir>/scripts/jest/by-name.mjs',
};
