// npm run dev: the server compiles and starts again on every change, the screens change in place. One Ctrl-C ends all.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from '../libs/platform/src/postgres/embedded.ts';
import { endPrograms } from './runner.ts';

const main = 'dist/apps/cli/src/main.js';
const checkout = dirname(import.meta.dirname);

const freePort = (from: number): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(freePort(from + 1)));
    server.listen(from, '127.0.0.1', () => server.close(() => resolve(from)));
  });

const api = await freePort(Number(process.env.PORT || 3000));
const screens = await freePort(5173);
const env = {
  ...process.env,
  PORT: String(api),
  // Where checkouts and mails send the browser back to.
  PUBLIC_URL: process.env.PUBLIC_URL || `http://localhost:${screens}`,
  FESTOON_DEMO: process.env.FESTOON_DEMO || 'true',
};

// Postgres is started here, so that it keeps running while the server restarts.
const folder = resolve(checkout, process.env.FESTOON_DATA || '.festoon', 'postgres');
const postgres = process.env.DATABASE_URL ? undefined : await startEmbeddedPostgres({ folder });

const start = (command: string, ...args: string[]) =>
  spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], env });
const compiler = start(
  process.execPath,
  'node_modules/typescript/bin/tsc',
  '-p',
  'tsconfig.build.json',
  '--watch',
  '--preserveWatchOutput',
);
while (!existsSync(main) && compiler.exitCode === null) await sleep(200);
const watched = ['dist/apps', 'dist/libs', 'migrations'].map((path) => `--watch-path=${path}`);
const server = start(process.execPath, ...watched, '--watch-preserve-output', main, 'serve');
const vite = start('vite', 'frontend', '--port', String(screens), '--strictPort', '--host', '127.0.0.1');

let isEnding = false;
const end = async (): Promise<void> => {
  if (isEnding) return;
  isEnding = true;
  await endPrograms([compiler, server, vite]);
  await postgres?.stop();
  process.exit(0);
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) process.on(signal, end);
process.channel?.unref();
for (const child of [compiler, server, vite]) child.once('exit', end);
console.log(`Open http://localhost:${screens} (the API is on port ${api}). Stop with Ctrl-C.`);
