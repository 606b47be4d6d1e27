import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { createFile, flushFolder } from '#platform/durable-files';
import { type Binaries, nobody, type User } from './binaries.ts';
import { PostgresFailure } from './errors.ts';
import { processWithId } from './process-files.ts';

/** The name of the database and of its owner. */
export const name = 'festoon';

/** The server's data folder. `folder` belongs to one embedded server alone. */
export const dataFolderIn = (folder: string): string => join(folder, 'data');
/** The folder that holds one file for each process that uses the server. */
export const usesFolderIn = (folder: string): string => join(folder, 'users');

/** Postgres refuses to run as root, so root starts it as the owner of the data, or as the user `nobody`. */
export const userFor = (folder: string): User => {
  if (process.getuid?.() !== 0) return undefined;
  const owner = existsSync(folder) ? statSync(folder) : undefined;
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return nobody();
};

/** Creates the folders. Throws if the folder belongs to another user. */
export const prepareFolder = (folder: string, user: User): void => {
  const owner = statSync(folder, { throwIfNoEntry: false });
  if (!user && owner && process.getuid && owner.uid !== process.getuid())
    throw new PostgresFailure(
      `The database in ${folder} belongs to another user. Start as that user or as root, or set FESTOON_DATA.`,
    );
  mkdirSync(usesFolderIn(folder), { recursive: true });
  chmodSync(folder, 0o700);
  if (user) chownSync(folder, user.uid, user.gid);
};

/**
 * How a command names the data folder, and its working directory. An unprivileged user cannot reach the folder by its
 * path if a folder above it is private. A process that root starts in the folder can use it all the same.
 */
export const workingDirectory = (data: string, user: User) =>
  user && process.platform === 'linux'
    ? { path: '/proc/self/cwd', options: { ...user, cwd: data } }
    : { path: data, options: { ...user, cwd: '/' } };

export const env = { LC_ALL: 'C', TZ: 'UTC', PATH: process.env.PATH ?? '' };

/**
 * Creates the cluster next to its final place and moves it there, so that it is complete or absent. `quick` does not
 * wait for the disk.
 */
export const createCluster = ({ initdb }: Binaries, folder: string, user: User, quick: boolean): void => {
  const draft = draftIn(folder);
  const password = createPassword(folder);
  if (user) for (const path of [draft, password]) chownSync(path, user.uid, user.gid);
  const { path, options } = workingDirectory(draft, user);
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const secret = ['--username', name, '--auth=scram-sha-256', `--pwfile=${path === draft ? password : '../password'}`];
  const flags = ['-D', path, ...locale, ...secret, ...(quick ? ['--no-sync'] : [])];
  const run = (command: string, args: readonly string[]) =>
    spawnSync(command, args, { ...options, env, encoding: 'utf8' });
  const first = run(initdb, flags);
  const result = /effective user/.test(first.stderr) ? run('unshare', [...inUserNamespace(), initdb, ...flags]) : first;
  if (result.error || result.status !== 0) {
    rmSync(draft, { recursive: true });
    throw new PostgresFailure(`A new database could not be created in ${folder}: ${reason(first)}`);
  }
  moveTo(draft, dataFolderIn(folder));
  if (!quick) flushFolder(folder);
};

/** initdb requires that its user has a name. A user id without a name can be mapped to `nobody` in a user namespace. */
const inUserNamespace = (): readonly string[] => {
  const { uid, gid } = nobody();
  return ['--user', `--map-user=${uid}`, `--map-group=${gid}`];
};

const reason = ({ error, stderr }: SpawnSyncReturns<string>): string =>
  /effective user/.test(stderr)
    ? `this user, ${process.getuid?.()}, has no user name on this machine. Start as a named user or as root, or set DATABASE_URL.`
    : (error?.message ?? stderr.trim());

/** An empty folder for the new cluster. Unfinished ones of processes that have ended are removed. */
const draftIn = (folder: string): string => {
  const abandonedDrafts = readdirSync(folder).filter(
    (entry) => /^data\.\d+$/.test(entry) && !processWithId(Number(entry.slice(5))),
  );
  const draft = `${dataFolderIn(folder)}.${process.pid}`;
  for (const path of [...abandonedDrafts.map((entry) => join(folder, entry)), draft])
    rmSync(path, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  return draft;
};

const createPassword = (folder: string): string => {
  const file = join(folder, 'password');
  createFile(file, randomBytes(24).toString('hex'));
  return file;
};

/** If another process created the cluster first, this one is discarded. */
const moveTo = (draft: string, data: string): void => {
  try {
    renameSync(draft, data);
  } catch (error) {
    rmSync(draft, { recursive: true });
    if (!existsSync(data)) throw error;
  }
};

export const passwordIn = (folder: string): string => {
  try {
    return readFileSync(join(folder, 'password'), 'utf8');
  } catch (error) {
    throw new PostgresFailure(`The password of the database cannot be read: ${(error as Error).message}`);
  }
};
