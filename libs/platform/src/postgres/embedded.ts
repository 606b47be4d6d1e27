import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Copied } from '#platform/durable-files';
import { executableBinaries, type User } from './binaries.ts';
import { PooledClient } from './clients.ts';
import { createCluster, dataFolderIn, name, passwordIn, prepareFolder, userFor, usesFolderIn } from './cluster.ts';
import { backUpCluster } from './cluster-backup.ts';
import { isOutOfFiles, PostgresFailure, raiseFileLimit } from './errors.ts';
import { acquireProcessFile, hasOtherOwners, releaseProcessFile } from './process-files.ts';
import {
  launch,
  removeStalePidFile,
  runningServer,
  type ServerOptions,
  type StartedServer,
  shutDown,
} from './server.ts';

export type EmbeddedPostgres = {
  /** The address of the database `festoon`, as its owner, a superuser. */
  readonly url: string;
  readonly port: number;
  /** Whether the server was already running: left by a process that was killed, or shared with one that runs. */
  readonly adopted: boolean;
  /** Whether the server is still running. */
  isRunning(): boolean;
  /** Copies the server's folder to a new one while it is used: see {@link backUpCluster}. */
  backUp(target: string): Promise<Copied>;
  /** Stops the server, unless another running process uses it too. */
  stop(): Promise<void>;
};

type Options = ServerOptions & {
  /** Stops the server and removes its folder when this process ends, even by SIGKILL. For tests. */
  readonly tied?: boolean;
};

/**
 * Starts the packaged Postgres on a folder, or adopts the server that already runs there. It listens on 127.0.0.1 only
 * and requires a password. Several processes may share one server; it ends when the last one stops it. Errors are
 * sentences for operators.
 */
export const startEmbeddedPostgres = async (given: Options): Promise<EmbeddedPostgres> => {
  // The server has another working directory, so relative paths would point elsewhere.
  const options = { ...given, folder: resolve(given.folder) };
  const { folder } = options;
  const data = dataFolderIn(folder);
  const user = userFor(folder);
  const use = join(usesFolderIn(folder), String(process.pid));
  prepareFolder(folder, user);
  acquireProcessFile(use);
  try {
    if (!existsSync(data)) createCluster(executableBinaries(user), folder, user, options.settings?.fsync === 'off');
    const password = passwordIn(folder);
    const { server, child } = await startOrAdopt(options, user, password);
    const guard = options.tied ? stopWithThisProcess(server.pid, folder) : undefined;
    const url = urlOf(password, server.port, name);
    await ensureDatabase(urlOf(password, server.port, 'postgres'));
    const stop = async () => {
      releaseProcessFile(use);
      if (!hasOtherOwners(usesFolderIn(folder))) await shutDown(data, server.pid, child);
      guard?.kill();
    };
    const backUp = (target: string) => backUpCluster(url, folder, target);
    return { url, port: server.port, adopted: !child, isRunning: () => isRunning(data, server.pid), backUp, stop };
  } catch (error) {
    releaseProcessFile(use);
    throw explainedError(error, folder);
  }
};

/** Errors of the system as sentences. An error that no setting or file explains stays as it is. */
const explainedError = (error: unknown, folder: string): unknown => {
  const { message, code } = error as NodeJS.ErrnoException;
  if (isOutOfFiles(error) || tooManyFiles.test(message)) return startFailure(folder, raiseFileLimit);
  return code && !(error instanceof PostgresFailure) ? startFailure(folder, `${message}.`) : error;
};

const startFailure = (folder: string, reason: string): PostgresFailure =>
  new PostgresFailure(`The embedded Postgres in ${folder} could not be started: ${reason}`);

/** Postgres' messages while processes of an earlier server still run, or its port is still in use. */
const temporary = /already|still in use|old server processes|could not bind|starting up/i;
const tooManyFiles = /\bE[MN]FILE\b|file descriptors|too many open files/i;

/** Postgres' messages about data files that it cannot use. */
const unusableFiles =
  /pg_control|control file|checkpoint record|not a valid data directory|files are incompatible|find the database system/;

const adviceFor = (problem: string): string =>
  unusableFiles.test(problem) && !/Permission denied/.test(problem)
    ? `its files are damaged, or another version of Postgres made them (${problem}). Nothing was changed. Restore the data folder from a backup, or set FESTOON_DATA to another folder.`
    : problem;

const isRunning = (data: string, pid: number): boolean => {
  try {
    return runningServer(data)?.pid === pid;
  } catch {
    // Too many files are open to read its pid file. That alone does not mean that the server has ended.
    return true;
  }
};

const urlOf = (password: string, port: number, database: string): string =>
  `postgres://${name}:${password}@127.0.0.1:${port}/${database}`;

/**
 * Tries for a minute: a server that is starting becomes ready, one that is stopping ends, and remaining processes of a
 * crashed server take a moment to exit.
 */
const startOrAdopt = async (options: Options, user: User, password: string): Promise<StartedServer> => {
  const data = dataFolderIn(options.folder);
  const deadline = Date.now() + 60_000;
  let problem = 'it did not become ready';
  while (Date.now() < deadline) {
    const server = runningServer(data);
    if (server?.ready && (await acceptsQueries(urlOf(password, server.port, 'postgres'))))
      return { server, child: undefined };
    if (server) {
      await sleep(50);
      continue;
    }
    removeStalePidFile(data);
    const startedServer = await launch(options, user);
    if (typeof startedServer !== 'string') return startedServer;
    problem = startedServer;
    if (tooManyFiles.test(problem) || !temporary.test(problem)) break;
    await sleep(250);
  }
  throw startFailure(options.folder, adviceFor(problem));
};

const acceptsQueries = async (url: string): Promise<boolean> => {
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

/** Starts a shell that waits until this process ends, even if it is killed, and then stops the server. */
const stopWithThisProcess = (pid: number, folder: string): ChildProcess => {
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
