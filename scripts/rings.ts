import { run, type Step } from './runner.ts';

const jest = [
  '--conditions=source',
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  'node_modules/jest/bin/jest.js',
];

/** What reads the sources without running them. */
export const guards: readonly Step[] = [
  { name: 'types', run: () => run('tsc', ['-p', 'tsconfig.json']) },
  { name: 'lint', run: () => run('biome', ['check', '--error-on-warnings', '--max-diagnostics=50']) },
  { name: 'module graph', run: () => run('depcruise', ['apps', 'libs', 'frontend', 'e2e', 'bench']) },
  { name: 'dead code', run: () => run('knip', ['--no-gitignore']) },
];

/** Each guard, broken on purpose. */
export const probes: Step = { name: 'probes', run: () => run('node', ['scripts/probes.ts']) };

/** Rules and folds alone. */
export const pure: Step = { name: 'pure tests', run: () => run('node', [...jest, '-c', 'jest.pure.mjs', '--silent']) };

/** One of Jest's rings; its counts go to a file. */
export const jestRing = (config: string, counts: string, env: Readonly<Record<string, string>>) =>
  run('node', [...jest, '-c', config, '--json', `--outputFile=${counts}`, '--passWithNoTests'], { env, shown: true });
