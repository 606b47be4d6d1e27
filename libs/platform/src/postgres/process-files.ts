import { spawnSync } from 'node:child_process';
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isOutOfFiles } from './errors.ts';

/** A running process. `startedAt` distinguishes it from a later process with the same id. */
export type RunningProcess = { readonly name: string; readonly startedAt: string };

const hasProc = existsSync('/proc/self/stat');

/** The running process with this id; undefined if there is none, or only a zombie. */
export const processWithId = (pid: number): RunningProcess | undefined => {
  if (hasProc) return fromProc(pid);
  const { stdout, status } = spawnSync('ps', ['-o', 'stat=,lstart=,comm=', '-p', String(pid)], { encoding: 'utf8' });
  const [, state, startedAt, name] = /^(\S+)\s+(\S+ +\S+ +\S+ +\S+ +\S+)\s+(.*)$/.exec(stdout.trim()) ?? [];
  if (status !== 0 || !state || state.startsWith('Z') || !startedAt || !name) return undefined;
  return { name: name.slice(name.lastIndexOf('/') + 1), startedAt };
};

/**
 * See proc(5): the name is in parentheses and may contain anything, the state is the next field, the start time the
 * 22nd.
 */
const fromProc = (pid: number): RunningProcess | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const end = stat.lastIndexOf(')');
    const [state, ...rest] = stat.slice(end + 2).split(' ');
    if (state === 'Z' || state === 'X') return undefined;
    return { name: stat.slice(stat.indexOf('(') + 1, end), startedAt: rest[18] ?? '' };
  } catch (error) {
    if (isOutOfFiles(error)) throw error;
    return undefined;
  }
};

/**
 * The content of a process file, which identifies the process that owns it. It is valid only while that process runs.
 */
export type FileOwner = { readonly pid: number; readonly startedAt: string; readonly url?: string };

const thisProcess = (more: { url?: string }): FileOwner => ({
  pid: process.pid,
  startedAt: processWithId(process.pid)?.startedAt ?? '',
  ...more,
});

/** The running process that owns this file; undefined if there is none. */
export const ownerOf = (file: string): FileOwner | undefined => {
  try {
    const owner = JSON.parse(readFileSync(file, 'utf8')) as FileOwner;
    return processWithId(owner.pid)?.startedAt === owner.startedAt ? owner : undefined;
  } catch (error) {
    if (isOutOfFiles(error)) throw error;
    return undefined;
  }
};

/** Makes this process the owner of the file. Returns the other running process that owns it; undefined on success. */
export const acquireProcessFile = (file: string, more: { url?: string } = {}): FileOwner | undefined => {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(thisProcess(more)));
  try {
    for (;;) {
      try {
        linkSync(draft, file);
        return undefined;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
        const otherOwner = ownerOf(file);
        if (otherOwner && otherOwner.pid !== process.pid) return otherOwner;
        rmSync(file, { force: true });
      }
    }
  } finally {
    rmSync(draft, { force: true });
  }
};

/** Removes the file if this process owns it. */
export const releaseProcessFile = (file: string): void => {
  if (ownerOf(file)?.pid === process.pid) rmSync(file, { force: true });
};

/** Whether another running process owns a file in this folder. Files of processes that have ended are removed. */
export const hasOtherOwners = (folder: string): boolean => {
  if (!existsSync(folder)) return false;
  const files = readdirSync(folder).map((name) => join(folder, name));
  for (const file of files) if (!ownerOf(file)) rmSync(file, { force: true });
  return files.some((file) => (ownerOf(file)?.pid ?? process.pid) !== process.pid);
};
