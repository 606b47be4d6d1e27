import chaos from './jest.chaos.mjs';

/**
 * Faults that take too long for `npm test`, or need what a test must not require: rights, tools, minutes. After `npm
 * run build`: `npm run jest -- -c jest.faults.mjs`, with a file to run only one. docs/operations/faults.md lists them.
 */
export default {
  ...chaos,
  testMatch: ['<rootDir>/e2e/faults/*.spec.ts'],
};
