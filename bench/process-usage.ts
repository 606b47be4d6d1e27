// Memory and CPU time of a process, from /proc. CPU time is more reliable than request rates on a busy machine.
import { readFile } from 'node:fs/promises';

/** The length of a clock tick in /proc, in milliseconds. It is the same on every common Linux. */
const tick = 10;

/** The resident memory of a process in megabytes. */
export const memoryOf = async (pid: number): Promise<number> =>
  Number(/^VmRSS:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1_024;

/** The CPU time that a process has used so far, in all its threads, in milliseconds; of this process more exactly. */
export const cpuOf = async (pid: number): Promise<number> => {
  if (pid === process.pid) return (process.cpuUsage().user + process.cpuUsage().system) / 1_000;
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The name of the program, which may contain spaces, is in parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * tick;
};

/** The CPU time that a process used during the work, in milliseconds. */
export const cpuDuring = async <T>(pid: number, work: () => Promise<T>): Promise<{ result: T; cpu: number }> => {
  const before = await cpuOf(pid);
  const result = await work();
  return { result, cpu: (await cpuOf(pid)) - before };
};
