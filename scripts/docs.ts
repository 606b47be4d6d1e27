// npm run docs: generates the parts of docs/ about modules and events from the module definitions. npm run check fails
// if they differ.
import { endWithChildren, run } from './runner.ts';
import { jest } from './steps.ts';

endWithChildren();
const { code } = await run('node', [...jest, '-c', 'jest.pure.mjs', 'apps/worker/src/documents.spec.ts'], {
  env: { UPDATE_DOCUMENTS: '1' },
  shown: true,
});
process.exitCode = code;
