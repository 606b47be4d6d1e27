import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startEmbeddedPostgres } from './embedded.ts';
import { PostgresFailure } from './errors.ts';

let folder: string;
const options = () => ({ folder, settings: { fsync: 'off' } });
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'festoon-failures-'));
  await (await startEmbeddedPostgres(options())).stop();
});
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ['cut off', (file: string) => truncateSync(file, 100)],
  ['overwritten', (file: string) => writeFileSync(file, Buffer.alloc(296, 7))],
  ['missing', (file: string) => renameSync(file, `${file}.moved`)],
])('a control file that is %s is reported in one sentence that says what to do', async (_, damage) => {
  const control = join(folder, 'data', 'global', 'pg_control');
  const contentBefore = readFileSync(control);
  damage(control);
  const failure = await startEmbeddedPostgres(options()).catch((error: unknown) => error);
  if (existsSync(`${control}.moved`)) renameSync(`${control}.moved`, control);
  writeFileSync(control, contentBefore);
  expect(failure).toBeInstanceOf(PostgresFailure);
  expect((failure as Error).message).toMatch(
    /^The embedded Postgres in .+ could not be started: its files are damaged, or another version of Postgres made them \(.+\)\. Nothing was changed\. Restore the data folder from a backup, or set FESTOON_DATA to another folder\.$/,
  );
});

/** The output of a node process that may have this many files open. */
const withFileLimit = async (limit: number, code: string): Promise<string> => {
  const script = `
    const { openSync } = await import('node:fs');
    const { startEmbeddedPostgres } = await import(${JSON.stringify(join(import.meta.dirname, 'embedded.ts'))});
    const options = ${JSON.stringify(options())};
    ${code}`;
  const limited = ['-c', `ulimit -n ${limit} && exec "$@"`, 'sh', process.execPath];
  const flags = ['--conditions=source', '--input-type=module', '-e', script];
  const child = spawn('/bin/sh', [...limited, ...flags], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  await new Promise((exited) => child.once('exit', exited));
  return output.trim();
};

test.each([24, 40])('if at most %i files may be open, the start error names the limit to raise', async (limit) => {
  const output = await withFileLimit(
    limit,
    'await startEmbeddedPostgres(options).catch((error) => console.log(error.constructor.name, error.message));',
  );
  expect(output).toBe(
    `PostgresFailure The embedded Postgres in ${folder} could not be started: Too many files are open: raise the limit, for example with "ulimit -n 4096", and start again.`,
  );
});

test('a process with too many open files does not take the running server for one that has ended', async () => {
  const output = await withFileLimit(
    200,
    `const server = await startEmbeddedPostgres(options);
     const { closeSync } = await import('node:fs');
     const files = [];
     try { for (;;) files.push(openSync('/dev/null')); } catch (error) { files.push(error.code); }
     const running = server.isRunning();
     const code = files.pop();
     files.forEach(closeSync);
     console.log(code, running);
     await server.stop();`,
  );
  expect(output).toBe('EMFILE true');
});
