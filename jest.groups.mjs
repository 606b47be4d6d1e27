import all from './jest.config.mjs';

/**
 * The tests of jest.config.mjs as `npm test` runs them, in the groups that scripts/test-groups.ts wrote to this folder.
 */
export default {
  ...all,
  roots: [process.env.FESTOON_TEST_GROUPS ?? '<rootDir>/dist'],
  testMatch: ['**/*.spec.{cjs,mjs}'],
  testSequencer: '<rootDir>/scripts/jest/by-name.mjs',
};
