// npm run docs: writes what docs/ says about modules and events from the module definitions. npm run check fails where it differs.
import { endWithChildren, run } from './runner.ts';

endWithChildren();
const jest = [
  '--conditions=source',
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  'node_modules/jest/bin/jest.js',
];
const { code } = await run('node', [...jest, '-c', 'jest.pure.mjs', 'apps/worker/src/documents.spec.ts'], {
  env: { UPDATE_DOCUMENTS: '1' },
  shown: true,
});
process.exitCode = code;
