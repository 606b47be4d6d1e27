import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, readlinkSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { executableBinaries, type User } from './binaries.ts';
import { dataFolderIn, env, workingDirectory } from './cluster.ts';
import { isOutOfFiles } from './errors.ts';
import { processWithId } from './process-files.ts';

export type Server = { readonly pid: number; readonly port: number; readonly ready: boolean };
export type StartedServer = { readonly server: Server; readonly child: ChildProcess | undefined };

/** The server that runs on this data folder, according to its pid file. */
export const runningServer = (data: string): Server | undefined => {
  const [pid, , , port, , , , status] = pidFile(data);
  if (!pid || !isPostgresOf(data, Number(pid))) return undefined;
  return { pid: Number(pid), port: Number(port), ready: status?.trim() === 'ready' };
};

const pidFile = (data: string): string[] => {
  try {
    return readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
  } catch (error) {
    if (isOutOfFiles(error)) throw error;
    return [];
  }
};

const isPostgresOf = (data: string, pid: number): boolean => {
  if (processWithId(pid)?.name !== 'postgres') return false;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(data);
  } catch {
    return true;
  }
};

/**
 * Removes a pid file whose process is not this server. Postgres would take any process with that id, even a zombie, for
 * itself.
 */
export const removeStalePidFile = (data: string): void => {
  if (pidFile(data).length > 0 && !runningServer(data)) rmSync(join(data, 'postmaster.pid'), { force: true });
};

export type ServerOptions = {
  /** The folder that holds everything of the server, and nothing else. */
  readonly folder: string;
  /** The port on 127.0.0.1; any free one by default. A server that is already running keeps its port. */
  readonly port?: number;
  /** Server settings, such as `{ fsync: 'off' }`. */
  readonly settings?: Readonly<Record<string, string>>;
};

/** Starts a server. Returns the end of its log if it does not become ready. */
export const launch = async (options: ServerOptions, user: User): Promise<StartedServer | string> => {
  const { folder, settings = {} } = options;
  const data = dataFolderIn(folder);
  const log = join(folder, 'log');
  const { path, options: spawnOptions } = workingDirectory(data, user);
  const port = options.port ?? (await freePort(lastPort(data)));
  const allSettings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port: String(port),
    jit: 'off',
    ...settings,
  };
  const flags = Object.entries(allSettings).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
  writeFileSync(log, '', { mode: 0o600 });
  // Processes of a killed server may still write to it: appending keeps the file free of gaps.
  const logFile = openSync(log, 'a', 0o600);
  // Detached: Ctrl-C in the terminal must not reach the server, which is stopped last.
  const child = spawn(executableBinaries(user).postgres, ['-D', path, ...flags], {
    ...spawnOptions,
    env,
    detached: true,
    stdio: ['ignore', logFile, logFile],
  });
  closeSync(logFile);
  let spawnError: string | undefined;
  child.once('error', (error) => {
    spawnError = error.message;
  });
  while (!spawnError && child.exitCode === null && child.signalCode === null) {
    const server = runningServer(data);
    if (server?.ready && server.pid === child.pid) {
      child.unref();
      return { server, child };
    }
    await sleep(10);
  }
  return spawnError ?? reasonIn(readFileSync(log, 'utf8'));
};

/** The last lines of the log without their times, and without the lines that do not help an operator. */
export const reasonIn = (log: string): string => {
  const lines = log.trim().split('\n');
  return lines
    .filter((line) => !/unexpected postmaster exit|database system is shut down|need to initdb/.test(line))
    .slice(-8)
    .map((line) => line.replace(/^\S+ \S+ UTC \[\d+\] /, ''))
    .join(' ');
};

/** The port of the last run, which other processes may still use; 0 if it never ran. */
const lastPort = (data: string): number => {
  try {
    return Number(/"port=(\d+)"/.exec(readFileSync(join(data, 'postmaster.opts'), 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
};

/** The preferred port, or any other if that is taken. */
const freePort = (preferred: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', (error) => (preferred === 0 ? reject(error) : resolve(freePort(0))));
    server.listen(preferred, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

/**
 * SIGINT is Postgres' fast shutdown: it ends all sessions and loses nothing. After a timeout SIGQUIT skips the
 * checkpoint; the next start recovers.
 */
export const shutDown = async (data: string, pid: number, child: ChildProcess | undefined): Promise<void> => {
  // Postgres removes its pid file before it ends.
  const hasEnded = () => (child ? child.exitCode !== null || child.signalCode !== null : !isPostgresOf(data, pid));
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (hasEnded()) return;
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    const deadline = Date.now() + 15_000;
    while (!hasEnded() && Date.now() < deadline) await sleep(20);
  }
};
