// npm run dev: the server compiles and starts again on every change, the screens change in place. One Ctrl-C ends all.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readSettingFiles, withDefaults, withValues } from '../libs/platform/src/config/setting-files.ts';
import { startEmbeddedPostgres } from '../libs/platform/src/postgres/embedded.ts';
import { discardBuild } from './build.ts';
import { endPrograms } from './runner.ts';

const main = 'dist/apps/cli/src/main.js';
const checkout = dirname(import.meta.dirname);

const freePort = (from: number): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(freePort(from + 1)));
    server.listen(from, '127.0.0.1', () => server.close(() => resolve(from)));
  });

const { settings, problems } = readSettingFiles(process.env, ['PORT', 'DATABASE_URL', 'FESTOON_DATA']);
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}
const api = await freePort(Number(settings.PORT || 3000));
const screens = await freePort(5173);
const env = withDefaults(withValues(process.env, { PORT: String(api) }), {
  // Where checkouts and mails send the browser back to.
  PUBLIC_URL: `http://localhost:${screens}`,
  FESTOON_DEMO: 'true',
});

// Postgres is started here, so that it keeps running while the server restarts.
const folder = resolve(checkout, settings.FESTOON_DATA || '.festoon', 'postgres');
const starting = settings.DATABASE_URL ? undefined : startEmbeddedPostgres({ folder });
const programs: ChildProcess[] = [];
let isEnding = false;
const end = async (): Promise<void> => {
  if (isEnding) return;
  isEnding = true;
  await endPrograms(programs);
  await (await starting?.catch(() => undefined))?.stop();
  process.exit(0);
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) process.on(signal, end);
process.channel?.unref();

const start = (command: string, ...args: string[]): void => {
  const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], env });
  programs.push(child);
  child.once('exit', end);
};

const startPrograms = async (): Promise<void> => {
  await starting;
  if (isEnding) return;
  discardBuild('server');
  const compiler = 'node_modules/typescript/bin/tsc';
  start(process.execPath, compiler, '-p', 'tsconfig.build.json', '--watch', '--preserveWatchOutput');
  while (!existsSync(main) && !isEnding) await sleep(200);
  if (isEnding) return;
  const watched = ['dist/apps', 'dist/libs', 'migrations'].map((path) => `--watch-path=${path}`);
  start(process.execPath, ...watched, '--watch-preserve-output', main, 'serve');
  start('vite', 'frontend', '--port', String(screens), '--strictPort', '--host', '127.0.0.1');
  console.log(`Open http://localhost:${screens} (the API is on port ${api}). Stop with Ctrl-C.`);
};

await startPrograms();
