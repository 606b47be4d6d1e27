/** All rings but those that need the build: jest.browser.mjs, jest.chaos.mjs. A file's tests share a process; its database is its own. */
export default {
  rootDir: import.meta.dirname,
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
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'node-addons'] },
  modulePathIgnorePatterns: ['<rootDir>/dist'],
  globalSetup: '<rootDir>/scripts/jest/postgres.mjs',
  globalTeardown: '<rootDir>/scripts/jest/postgres-teardown.mjs',
  // A busy machine is no failure; a test that hangs is.
  testTimeout: 60_000,
  maxWorkers: 2,
  workerIdleMemoryLimit: '512MB',
};
