import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { type Binaries, binariesFor, type User } from './binaries.ts';
import { alive, claim, othersIn, release } from './owners.ts';

/** Names of the database and of its owner. */
const name = 'festoon';

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

type Options = {
  /** Where the server keeps everything; it belongs to the server alone. */
  readonly folder: string;
  /** On 127.0.0.1; without it any free one. A server that runs already keeps its own. */
  readonly port?: number;
  /** Server settings, as `{ fsync: 'off' }`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Ends the server when this process ends in whatever way. For servers that nobody adopts. */
  readonly tied?: boolean;
};

/**
 * Starts the packaged Postgres on a folder, or adopts the one that runs there. It listens on 127.0.0.1 only and wants a password.
 * Throws a sentence when it cannot. Several processes may share one server; the last one to stop it ends it.
 */
export const startEmbeddedPostgres = async (options: Options): Promise<EmbeddedPostgres> => {
  const { folder } = options;
  const data = join(folder, 'data');
  const user = userFor(folder);
  const use = join(folder, 'users', String(process.pid));
  prepare(folder, user);
  claim(use);
  try {
    if (!existsSync(data)) create(binariesFor(user), options, user);
    const password = passwordIn(folder);
    const { server, child } = await runningOn(options, user, password);
    const tied = options.tied ? tie(server.pid) : undefined;
    const url = urlOf(password, server.port, name);
    await ensureDatabase(urlOf(password, server.port, 'postgres'));
    const stop = async () => {
      release(use);
      if (!othersIn(join(folder, 'users'))) await shutDown(data, server.pid, child);
      tied?.kill();
    };
    return { url, port: server.port, adopted: !child, alive: () => running(data)?.pid === server.pid, stop };
  } catch (error) {
    release(use);
    throw error;
  }
};

/** The address of a server that runs on this folder, or undefined. */
export const findEmbeddedPostgres = (folder: string): string | undefined => {
  const server = existsSync(join(folder, 'data')) ? running(join(folder, 'data')) : undefined;
  return server?.ready ? urlOf(passwordIn(folder), server.port, name) : undefined;
};

const urlOf = (password: string, port: number, database: string): string =>
  `postgres://${name}:${password}@127.0.0.1:${port}/${database}`;

/** Postgres refuses to run as root, so root starts it as whoever owns the data, or as nobody. */
const userFor = (folder: string): User => {
  if (process.getuid?.() !== 0) return undefined;
  const owner = existsSync(folder) ? statSync(folder) : undefined;
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout));
  return { uid: uid || 65_534, gid: gid || 65_534 };
};

const prepare = (folder: string, user: User): void => {
  mkdirSync(join(folder, 'users'), { recursive: true });
  const { uid } = statSync(folder);
  if (!user && process.getuid && uid !== process.getuid())
    throw new Error(
      `The database in ${folder} belongs to another user. Start as that user or as root, or set FESTOON_DATA.`,
    );
  chmodSync(folder, 0o700);
  if (user) chownSync(folder, user.uid, user.gid);
};

/**
 * How a command names the data folder, and where it starts. The user that root hands it to may be unable to walk there from /, because
 * a folder above is private; a process that root put there does not have to walk.
 */
const placed = (data: string, user: User) =>
  user && process.platform === 'linux'
    ? { named: '/proc/self/cwd', options: { ...user, cwd: data } }
    : { named: data, options: { ...user, cwd: '/' } };

const env = { LC_ALL: 'C', TZ: 'UTC', PATH: process.env.PATH ?? '' };

/** Whole or not at all: it is made beside its place and moved there. */
const create = ({ initdb }: Binaries, { folder, settings }: Options, user: User): void => {
  const draft = join(folder, `data.${process.pid}`);
  const password = join(folder, 'password');
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  if (!existsSync(password)) writeFileSync(password, randomBytes(24).toString('hex'), { mode: 0o600, flag: 'wx' });
  if (user) for (const path of [draft, password]) chownSync(path, user.uid, user.gid);
  const { named, options } = placed(draft, user);
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const secret = ['--username', name, '--auth=scram-sha-256', `--pwfile=${named === draft ? password : '../password'}`];
  const quick = settings?.fsync === 'off' ? ['--no-sync'] : [];
  const made = spawnSync(initdb, ['-D', named, ...locale, ...secret, ...quick], { ...options, env, encoding: 'utf8' });
  if (made.error || made.status !== 0)
    throw new Error(`A new database could not be made in ${folder}: ${made.error?.message ?? made.stderr.trim()}`);
  try {
    renameSync(draft, join(folder, 'data'));
  } catch (error) {
    rmSync(draft, { recursive: true });
    if (!existsSync(join(folder, 'data'))) throw error;
  }
};

const passwordIn = (folder: string): string => {
  try {
    return readFileSync(join(folder, 'password'), 'utf8');
  } catch (error) {
    throw new Error(`The password of the database cannot be read: ${(error as Error).message}`);
  }
};

type Server = { readonly pid: number; readonly port: number; readonly ready: boolean };
type Started = { readonly server: Server; readonly child: ChildProcess | undefined };

/** A server whose pid file is there and whose process lives. */
const running = (data: string): Server | undefined => {
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

/** Tries for a minute: one that starts becomes ready, one that stops makes room, a crashed one needs a moment to be gone. */
const runningOn = async (options: Options, user: User, password: string): Promise<Started> => {
  const data = join(options.folder, 'data');
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
    if (!/already|still in use|could not bind|starting up/i.test(trouble)) break;
    await sleep(250);
  }
  throw new Error(`The embedded Postgres in ${options.folder} could not be started: ${trouble}`);
};

/** Removes a pid file that names a process which is not this server: Postgres would take any living one, or a zombie, for itself. */
const forget = (data: string): void => {
  if (pidFile(data).length > 0 && !running(data)) rmSync(join(data, 'postmaster.pid'), { force: true });
};

/** Returns the end of the server's log when it does not come up. */
const launch = async (options: Options, user: User): Promise<Started | string> => {
  const { folder, settings = {} } = options;
  const data = join(folder, 'data');
  const log = join(folder, 'log');
  const { named, options: place } = placed(data, user);
  const port = options.port ?? (await freePort());
  const all = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port: String(port),
    jit: 'off',
    ...settings,
  };
  const flags = Object.entries(all).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
  const out = openSync(log, 'w', 0o600);
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
  return failed ?? readFileSync(log, 'utf8').trim().split('\n').slice(-3).join(' ');
};

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

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
  const client = new Client({ connectionString: url });
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

/** SIGINT is Postgres' fast shutdown: sessions are ended, nothing is lost. One that does not end in time goes without a checkpoint and recovers. */
const shutDown = async (data: string, pid: number, child: ChildProcess | undefined): Promise<void> => {
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

/** A shell that reads from us until we are gone, however we went. */
const tie = (pid: number): ChildProcess => {
  const shell = spawn('/bin/sh', ['-c', `read -r _; kill -INT ${pid}`], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    cwd: '/',
  });
  shell.unref();
  (shell.stdin as Socket).unref();
  return shell;
};
