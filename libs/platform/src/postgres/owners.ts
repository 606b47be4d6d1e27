import { spawnSync } from 'node:child_process';
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A process that lives: its name, and a mark that another process with the same id does not have. */
export type Alive = { readonly name: string; readonly mark: string };

const hasProc = existsSync('/proc/self/stat');

/** The process of this id, or undefined where none lives. A zombie does not live. */
export const alive = (pid: number): Alive | undefined => {
  if (hasProc) return fromProc(pid);
  const { stdout, status } = spawnSync('ps', ['-o', 'stat=,lstart=,comm=', '-p', String(pid)], { encoding: 'utf8' });
  const [, state, mark, name] = /^(\S+)\s+(\S+ +\S+ +\S+ +\S+ +\S+)\s+(.*)$/.exec(stdout.trim()) ?? [];
  if (status !== 0 || !state || state.startsWith('Z') || !mark || !name) return undefined;
  return { name: name.slice(name.lastIndexOf('/') + 1), mark };
};

/** proc(5): the name stands in brackets and may hold anything, the state is the next field, the start time the 22nd. */
const fromProc = (pid: number): Alive | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const end = stat.lastIndexOf(')');
    const [state, ...rest] = stat.slice(end + 2).split(' ');
    if (state === 'Z' || state === 'X') return undefined;
    return { name: stat.slice(stat.indexOf('(') + 1, end), mark: rest[18] ?? '' };
  } catch {
    return undefined;
  }
};

/** What a process says of itself in a file of its own. The file counts only while that process lives. */
export type Claim = { readonly pid: number; readonly mark: string; readonly url?: string };

const mine = (more: { url?: string }): Claim => ({ pid: process.pid, mark: alive(process.pid)?.mark ?? '', ...more });

/** Who holds this file, or undefined where its writer is gone. */
export const holder = (file: string): Claim | undefined => {
  try {
    const claim = JSON.parse(readFileSync(file, 'utf8')) as Claim;
    return alive(claim.pid)?.mark === claim.mark ? claim : undefined;
  } catch {
    return undefined;
  }
};

/** Takes the file for this process. Returns the other process that holds it, or undefined when it is ours. */
export const claim = (file: string, more: { url?: string } = {}): Claim | undefined => {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(mine(more)));
  try {
    for (;;) {
      try {
        linkSync(draft, file);
        return undefined;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
        const other = holder(file);
        if (other && other.pid !== process.pid) return other;
        rmSync(file, { force: true });
      }
    }
  } finally {
    rmSync(draft, { force: true });
  }
};

/** Gives the file back; another's is left alone. */
export const release = (file: string): void => {
  if (holder(file)?.pid === process.pid) rmSync(file, { force: true });
};

/** Whether any other living process has a file in this folder. Files of those that are gone are swept out. */
export const othersIn = (folder: string): boolean => {
  if (!existsSync(folder)) return false;
  const claims = readdirSync(folder).map((name) => join(folder, name));
  for (const file of claims) if (!holder(file)) rmSync(file, { force: true });
  return claims.some((file) => (holder(file)?.pid ?? process.pid) !== process.pid);
};
