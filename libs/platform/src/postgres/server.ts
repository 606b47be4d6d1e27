import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, readlinkSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { binariesFor, type User } from './binaries.ts';
import { dataIn, env, placed } from './cluster.ts';
import { alive } from './owners.ts';

export type Server = { readonly pid: number; readonly port: number; readonly ready: boolean };
export type Started = { readonly server: Server; readonly child: ChildProcess | undefined };

/** A server whose pid file is there and whose process lives. */
export const running = (data: string): Server | undefined => {
  const [pid, , , port, , , , status] = pidFile(data);
  if (!pid || !isPostgresOf(data, Number(pid))) return undefined;
  return { pid: Number(pid), port: Number(port), ready: status?.trim() === 'ready' };
};

const pidFile = (data: string): string[] => {
  try {
    return readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return [];
  }
};

const isPostgresOf = (data: string, pid: number): boolean => {
  if (alive(pid)?.name !== 'postgres') return false;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(data);
  } catch {
    return true;
  }
};

/** Removes a pid file that names a process which is not this server: Postgres would take any living one, or a zombie, for itself. */
export const forget = (data: string): void => {
  if (pidFile(data).length > 0 && !running(data)) rmSync(join(data, 'postmaster.pid'), { force: true });
};

export type ServerOptions = {
  /** Where the server keeps everything; it belongs to the server alone. */
  readonly folder: string;
  /** On 127.0.0.1; without it any free one. A server that runs already keeps its own. */
  readonly port?: number;
  /** Server settings, as `{ fsync: 'off' }`. */
  readonly settings?: Readonly<Record<string, string>>;
};

/** Returns the end of the server's log when it does not come up. */
export const launch = async (options: ServerOptions, user: User): Promise<Started | string> => {
  const { folder, settings = {} } = options;
  const data = dataIn(folder);
  const log = join(folder, 'log');
  const { named, options: place } = placed(data, user);
  const port = options.port ?? (await freePort(lastPort(data)));
  const all = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port: String(port),
    jit: 'off',
    ...settings,
  };
  const flags = Object.entries(all).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
  writeFileSync(log, '', { mode: 0o600 });
  // What is left of a killed server writes there too, and must not leave a hole.
  const out = openSync(log, 'a', 0o600);
  // A group of its own, so that Ctrl-C in the terminal reaches only us and we stop it last.
  const child = spawn(binariesFor(user).postgres, ['-D', named, ...flags], {
    ...place,
    env,
    detached: true,
    stdio: ['ignore', out, out],
  });
  closeSync(out);
  let failed: string | undefined;
  child.once('error', (error) => {
    failed = error.message;
  });
  while (!failed && child.exitCode === null && child.signalCode === null) {
    const server = running(data);
    if (server?.ready && server.pid === child.pid) {
      child.unref();
      return { server, child };
    }
    await sleep(10);
  }
  return failed ?? lastWords(readFileSync(log, 'utf8'));
};

/** Why it did not start. What is left of a killed server says only that it ends, and may say so many times. */
export const lastWords = (log: string): string => {
  const lines = log.trim().split('\n');
  return lines
    .filter((line) => !/unexpected postmaster exit/.test(line))
    .slice(-8)
    .join(' ');
};

/** Where it listened last, as Postgres notes it: other processes may know it by that. 0 where it never ran. */
const lastPort = (data: string): number => {
  try {
    return Number(/"port=(\d+)"/.exec(readFileSync(join(data, 'postmaster.opts'), 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
};

/** The wanted one, or another where it is taken. */
const freePort = (wanted: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', (error) => (wanted === 0 ? reject(error) : resolve(freePort(0))));
    server.listen(wanted, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

/** SIGINT is Postgres' fast shutdown: sessions are ended, nothing is lost. One that does not end in time goes without a checkpoint and recovers. */
export const shutDown = async (data: string, pid: number, child: ChildProcess | undefined): Promise<void> => {
  const gone = () => (child ? child.exitCode !== null || child.signalCode !== null : running(data)?.pid !== pid);
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (gone()) return;
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    const until = Date.now() + 15_000;
    while (!gone() && Date.now() < until) await sleep(20);
  }
};
