import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunResult, run, type Step } from './runner.ts';
import { writeGroups } from './test-groups.ts';

/** The arguments with which Node runs Jest on the sources. */
export const jest = [
  '--conditions=source',
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  '--import=./scripts/jest/quick-exit.mjs',
  'node_modules/jest/bin/jest.js',
];

/** Checks all types with the native compiler, which takes a third of the time. */
export const checkTypes = (...settings: string[]): Promise<RunResult> =>
  run('node', ['node_modules/typescript-native/bin/tsc', '-p', 'tsconfig.json', ...settings]);

/** The folders whose imports are checked. */
export const checkedFolders = ['apps', 'libs', 'frontend', 'e2e', 'bench'];

/** The checks that read the sources without running them. */
export const checks: readonly Step[] = [
  { name: 'types', run: () => checkTypes() },
  { name: 'lint', run: () => run('biome', ['check', '--error-on-warnings', '--max-diagnostics=50']) },
  { name: 'module graph', run: () => run('depcruise', checkedFolders) },
  { name: 'dead code', run: () => run('knip', ['--no-gitignore']) },
];

/** Runs these checks while each of their rules is broken on purpose, and prints how many checks and rules passed. */
export const checksAndNegativeTests: Step = {
  name: 'checks and negative tests',
  run: () => run('node', ['scripts/negative-tests.ts']),
};

/** The tests of pure functions. */
export const pure: Step = {
  name: 'pure tests',
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'festoon-pure-'));
    try {
      writeGroups(folder, 'pure');
      return await run('node', [...jest, '-c', 'jest.pure.mjs', '--silent'], { env: { FESTOON_TEST_GROUPS: folder } });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** Runs Jest with one of its configurations; the counts go to a file. */
export const runJest = (config: string, counts: string, env: Readonly<Record<string, string>>) =>
  run('node', [...jest, '-c', config, '--json', `--outputFile=${counts}`, '--passWithNoTests'], { env, shown: true });
