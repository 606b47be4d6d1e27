import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { binariesFor, type User } from './binaries.ts';
import { PooledClient } from './clients.ts';
import { create, dataIn, name, passwordIn, prepare, userFor, usersIn } from './cluster.ts';
import { claim, othersIn, release } from './owners.ts';
import { forget, launch, running, type ServerOptions, type Started, shutDown } from './server.ts';

export type EmbeddedPostgres = {
  /** Of the database `festoon`, as its owner, a superuser. */
  readonly url: string;
  readonly port: number;
  /** Whether the server ran already, left behind by a process that was killed or shared with one that lives. */
  readonly adopted: boolean;
  /** Whether it still runs. */
  alive(): boolean;
  /** Stops the server, unless another living process uses it too. */
  stop(): Promise<void>;
};

type Options = ServerOptions & {
  /** Ends the server and removes its folder when this process ends in whatever way. For servers that nobody adopts. */
  readonly tied?: boolean;
};

/**
 * Starts the packaged Postgres on a folder, or adopts the one that runs there. It listens on 127.0.0.1 only and wants a password.
 * Throws a sentence when it cannot. Several processes may share one server; the last one to stop it ends it.
 */
export const startEmbeddedPostgres = async (given: Options): Promise<EmbeddedPostgres> => {
  // The server starts somewhere else than we did.
  const options = { ...given, folder: resolve(given.folder) };
  const { folder } = options;
  const data = dataIn(folder);
  const user = userFor(folder);
  const use = join(usersIn(folder), String(process.pid));
  prepare(folder, user);
  claim(use);
  try {
    if (!existsSync(data)) create(binariesFor(user), folder, user, options.settings?.fsync === 'off');
    const password = passwordIn(folder);
    const { server, child } = await runningOn(options, user, password);
    const tied = options.tied ? tie(server.pid, folder) : undefined;
    const url = urlOf(password, server.port, name);
    await ensureDatabase(urlOf(password, server.port, 'postgres'));
    const stop = async () => {
      release(use);
      if (!othersIn(usersIn(folder))) await shutDown(data, server.pid, child);
      tied?.kill();
    };
    return { url, port: server.port, adopted: !child, alive: () => running(data)?.pid === server.pid, stop };
  } catch (error) {
    release(use);
    throw error;
  }
};

const urlOf = (password: string, port: number, database: string): string =>
  `postgres://${name}:${password}@127.0.0.1:${port}/${database}`;

/** Tries for a minute: one that starts becomes ready, one that stops makes room, a crashed one needs a moment to be gone. */
const runningOn = async (options: Options, user: User, password: string): Promise<Started> => {
  const data = dataIn(options.folder);
  const until = Date.now() + 60_000;
  let trouble = 'it did not become ready';
  while (Date.now() < until) {
    const server = running(data);
    if (server?.ready && (await answers(urlOf(password, server.port, 'postgres')))) return { server, child: undefined };
    if (server) {
      await sleep(50);
      continue;
    }
    forget(data);
    const started = await launch(options, user);
    if (typeof started !== 'string') return started;
    trouble = started;
    if (!/already|still in use|old server processes|could not bind|starting up/i.test(trouble)) break;
    await sleep(250);
  }
  throw new Error(`The embedded Postgres in ${options.folder} could not be started: ${trouble}`);
};

const answers = async (url: string): Promise<boolean> => {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
};

const ensureDatabase = async (url: string): Promise<void> => {
  const client = new PooledClient({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database ${name}`);
  } catch (error) {
    if ((error as { code?: string }).code !== '42P04') throw error;
  } finally {
    await client.end();
  }
};

/** A shell that reads from us until we are gone, however we went. */
const tie = (pid: number, folder: string): ChildProcess => {
  const script = 'read -r _; kill -INT $0; for _ in $(seq 100); do kill -0 $0 || break; sleep 0.1; done; rm -rf "$1"';
  const shell = spawn('/bin/sh', ['-c', script, String(pid), folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    cwd: '/',
  });
  shell.unref();
  (shell.stdin as Socket).unref();
  return shell;
};
