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
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type Binaries, nobody, type User } from './binaries.ts';
import { alive } from './owners.ts';

/** Names of the database and of its owner. */
export const name = 'festoon';

/** Where everything of one embedded server is; `folder` belongs to it alone. */
export const dataIn = (folder: string): string => join(folder, 'data');
export const usersIn = (folder: string): string => join(folder, 'users');

/** Postgres refuses to run as root, so root starts it as whoever owns the data, or as nobody. */
export const userFor = (folder: string): User => {
  if (process.getuid?.() !== 0) return undefined;
  const owner = existsSync(folder) ? statSync(folder) : undefined;
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return nobody();
};

/** Throws a sentence where the folder is another user's. */
export const prepare = (folder: string, user: User): void => {
  const owner = statSync(folder, { throwIfNoEntry: false });
  if (!user && owner && process.getuid && owner.uid !== process.getuid())
    throw new Error(
      `The database in ${folder} belongs to another user. Start as that user or as root, or set FESTOON_DATA.`,
    );
  mkdirSync(usersIn(folder), { recursive: true });
  chmodSync(folder, 0o700);
  if (user) chownSync(folder, user.uid, user.gid);
};

/**
 * How a command names the data folder, and where it starts. The user that root hands it to may be unable to walk there from /, because
 * a folder above is private; a process that root put there does not have to walk.
 */
export const placed = (data: string, user: User) =>
  user && process.platform === 'linux'
    ? { named: '/proc/self/cwd', options: { ...user, cwd: data } }
    : { named: data, options: { ...user, cwd: '/' } };

export const env = { LC_ALL: 'C', TZ: 'UTC', PATH: process.env.PATH ?? '' };

/** Whole or not at all: it is made beside its place and moved there. `quick` does not wait for the disk. */
export const create = ({ initdb }: Binaries, folder: string, user: User, quick: boolean): void => {
  const draft = draftIn(folder);
  const password = keepPassword(folder);
  if (user) for (const path of [draft, password]) chownSync(path, user.uid, user.gid);
  const { named, options } = placed(draft, user);
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const secret = ['--username', name, '--auth=scram-sha-256', `--pwfile=${named === draft ? password : '../password'}`];
  const flags = ['-D', named, ...locale, ...secret, ...(quick ? ['--no-sync'] : [])];
  const run = (command: string, args: readonly string[]) =>
    spawnSync(command, args, { ...options, env, encoding: 'utf8' });
  const made = run(initdb, flags);
  const again = /effective user/.test(made.stderr) ? run('unshare', [...asNobody(), initdb, ...flags]) : made;
  if (again.error || again.status !== 0) {
    rmSync(draft, { recursive: true });
    throw new Error(`A new database could not be made in ${folder}: ${why(made)}`);
  }
  moveTo(draft, dataIn(folder));
};

/** initdb wants its user to have a name, which a bare uid has not. In a user namespace it can have one. */
const asNobody = (): readonly string[] => {
  const { uid, gid } = nobody();
  return ['--user', `--map-user=${uid}`, `--map-group=${gid}`];
};

const why = ({ error, stderr }: SpawnSyncReturns<string>): string =>
  /effective user/.test(stderr)
    ? `this user, ${process.getuid?.()}, has no name on this machine. Start as one that has, as root, or set DATABASE_URL.`
    : (error?.message ?? stderr.trim());

/** A fresh folder for the cluster; what earlier processes did not finish is cleared away. */
const draftIn = (folder: string): string => {
  const left = readdirSync(folder).filter((entry) => /^data\.\d+$/.test(entry) && !alive(Number(entry.slice(5))));
  const draft = `${dataIn(folder)}.${process.pid}`;
  for (const path of [...left.map((entry) => join(folder, entry)), draft])
    rmSync(path, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  return draft;
};

const keepPassword = (folder: string): string => {
  const file = join(folder, 'password');
  try {
    writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return file;
};

/** Another process may have been faster. */
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
    throw new Error(`The password of the database cannot be read: ${(error as Error).message}`);
  }
};
