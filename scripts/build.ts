// Builds what changed since the last build: the server by tsc, the screens by Vite, both at once. The native tsc takes a
// quarter of the time of the other one. It emits without checking types here, because `npm run check` finds type
// errors, and checking takes longer than emitting.
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { endWithChildren, interrupted, type RunResult, run } from './runner.ts';

type Part = {
  readonly name: 'server' | 'screens';
  readonly sources: readonly string[];
  readonly make: () => Promise<RunResult>;
};

const common = ['package.json', 'package-lock.json', 'tsconfig.json'];
const tests = /\.(spec|suite|mistakes)\.tsx?$|\/violation-/;

const parts: readonly Part[] = [
  {
    name: 'server',
    sources: [...common, 'tsconfig.build.json', '{apps,libs}/**/*.ts'],
    make: async () => {
      const compiler = 'node_modules/typescript-native/bin/tsc';
      const compilation = await run('node', [compiler, '-p', 'tsconfig.build.json', '--noCheck']);
      if (compilation.code !== 0) return compilation;
      sweep();
      return checkImports();
    },
  },
  {
    name: 'screens',
    sources: [...common, 'frontend/**/*', 'libs/**/{contract,*.contract}.ts'],
    make: async () => {
      const build = (...settings: string[]) => run('vite', ['build', 'frontend', '--logLevel', 'warn', ...settings]);
      const results = await Promise.all([build(), build('--config', 'frontend/vite.server.config.ts')]);
      return results.find(({ code }) => code !== 0) ?? results[0];
    },
  },
];

/** Removes what was compiled from files that no longer exist. */
const sweep = (): void => {
  for (const built of globSync('dist/{apps,libs}/**/*.js'))
    if (!existsSync(built.replace(/^dist.(.+)\.js$/, '$1.ts'))) rmSync(built);
};

/**
 * tsc leaves the extension of some dynamic imports, for example in decorators, as it is: they would fail only when they
 * run.
 */
const checkImports = (): RunResult => {
  const wrong = globSync('dist/{apps,libs}/**/*.js').filter((file) =>
    /\b(?:import\(|from )["']\.[^"']*\.ts["']/.test(readFileSync(file, 'utf8')),
  );
  const output = wrong.map((file) => `${file} imports a .ts file: move the import out of the decorator`).join('\n');
  return { code: wrong.length === 0 ? 0 : 1, output };
};

const hashOf = ({ sources }: Part): string => {
  const hash = createHash('sha256');
  const files = globSync([...sources]).filter((file) => !tests.test(file) && statSync(file).isFile());
  for (const file of files.sort()) hash.update(`${file}\n`).update(readFileSync(file));
  return hash.digest('hex');
};

const stampOf = (part: Part['name']): string => `dist/.${part}`;

/** Makes the next build build this part, because something else writes to its folder from now on. */
export const discardBuild = (part: Part['name']): void => rmSync(stampOf(part), { force: true });

const buildPart = async (part: Part): Promise<RunResult> => {
  const stamp = stampOf(part.name);
  const hash = hashOf(part);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return { code: 0, output: '' };
  const startedAt = performance.now();
  // A build that is interrupted leaves files of two states.
  rmSync(stamp, { force: true });
  const result = await part.make();
  if (result.code !== 0) return result;
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, hash);
  console.log(
    `${`Build`.padEnd(12)} ${part.name.padEnd(52)} ${((performance.now() - startedAt) / 1000).toFixed(1).padStart(5)} s`,
  );
  return result;
};

/** Builds everything. Returns code 0, or that of a failed part with its output. */
export const build = async (): Promise<RunResult> => {
  const results = await Promise.all(parts.map(buildPart));
  return {
    code: results.find(({ code }) => code !== 0)?.code ?? 0,
    output: results.map(({ code, output }) => (code === 0 ? '' : output)).join('\n'),
  };
};

/** Builds everything before the product is started. Ends this process if that fails or is interrupted. */
export const buildOrExit = async (): Promise<void> => {
  endWithChildren();
  const { code, output } = await build();
  if (interrupted()) process.exit(130);
  if (code !== 0) {
    console.error(`The product could not be built:\n${output}`);
    process.exit(code);
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.removeAllListeners(signal);
};

if (import.meta.main) {
  endWithChildren();
  const { code, output } = await build();
  if (code !== 0) console.error(output);
  process.exitCode = code;
}
