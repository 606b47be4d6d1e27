/**
 * All tests except those that need the build: jest.browser.mjs, jest.chaos.mjs. Each file has a database of its own.
 */
export default {
  rootDir: import.meta.dirname,
  // All configurations share what was transformed, also those that run with another TMPDIR.
  id: 'festoon',
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  testMatch: ['<rootDir>/{apps,libs,frontend}/**/*.spec.{ts,tsx}'],
  testPathIgnorePatterns: ['/node_modules/'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: {
    '\\.ts$': '@swc/jest',
    '\\.tsx$': [
      '@swc/jest',
      {
        swcrc: false,
        sourceMaps: 'inline',
        module: { type: 'nodenext' },
        jsc: {
          target: 'es2023',
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic' } },
        },
      },
    ],
  },
  testEnvironment: '<rootDir>/scripts/jest/environment.mjs',
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'node-addons'] },
  modulePathIgnorePatterns: ['<rootDir>/dist'],
  globalSetup: '<rootDir>/scripts/jest/postgres.mjs',
  globalTeardown: '<rootDir>/scripts/jest/postgres-teardown.mjs',
  // Long enough for a busy machine.
  testTimeout: 180_000,
  maxWorkers: 2,
  workerIdleMemoryLimit: '512MB',
};
