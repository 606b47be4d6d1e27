import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

/** `output` holds stdout and stderr; `stdout` holds stdout only. */
export type RunResult = { readonly code: number; readonly output: string; readonly stdout?: string };
export type Step = { readonly name: string; readonly run: () => Promise<RunResult> };
export type Outcome = { readonly name: string; readonly passed: boolean };

type Options = { readonly env?: Readonly<Record<string, string>>; readonly shown?: boolean };

const children = new Set<ReturnType<typeof spawn>>();
let isInterrupted = false;
let isStopped = false;

/** Whether a signal was received: failures after it are caused by it. */
export const interrupted = (): boolean => isInterrupted;

/** Whether no further program should be started. */
export const stopped = (): boolean => isStopped;

/** Ends the running programs. */
export const stop = (): void => {
  isStopped = true;
  for (const child of children) child.kill('SIGTERM');
};

/** Runs a program of node_modules/.bin, or node itself. Its output is returned, or shown at once if `shown`. */
export const run = (
  program: string,
  args: readonly string[],
  { env, shown = false }: Options = {},
): Promise<RunResult> =>
  new Promise((resolve) => {
    const command = program === 'node' ? process.execPath : program;
    const stdio = shown ? 'inherit' : 'pipe';
    const child = spawn(command, args, { stdio: ['ignore', stdio, stdio], env: { ...process.env, ...env } });
    children.add(child);
    let output = '';
    let stdout = '';
    child.stdout?.on('data', (chunk) => (stdout += chunk));
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
    child.on('error', ({ message }) => resolve({ code: 1, output: message }));
    child.on('close', (code) => {
      children.delete(child);
      resolve({ code: code ?? 1, output, stdout });
    });
  });

/** Asks these programs to end and waits until they have, at most for the time in which the product stops. */
export const endPrograms = async (programs: readonly ChildProcess[]): Promise<void> => {
  for (const child of programs) child.kill('SIGTERM');
  const exits = programs.map(
    (child) => child.exitCode ?? child.signalCode ?? new Promise((done) => child.once('exit', done)),
  );
  await Promise.race([Promise.all(exits), sleep(30_000)]);
};

/** Ends the running programs when a signal is received. Exits after five seconds, even if some still run. */
export const endWithChildren = (): void => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      isInterrupted = true;
      stop();
      setTimeout(() => process.exit(130), 5000).unref();
    });
};

/** Runs the steps, `width` at a time, and prints a line for each, with the output of those that failed. */
export const runAll = async (steps: readonly Step[], width: number): Promise<readonly Outcome[]> => {
  const waitingSteps = [...steps];
  const outcomes: Outcome[] = [];
  const worker = async () => {
    for (let step = waitingSteps.shift(); step && !isInterrupted; step = waitingSteps.shift())
      outcomes.push(await runOne(step));
  };
  await Promise.all(Array.from({ length: width }, worker));
  if (isInterrupted) process.exit(130);
  return outcomes;
};

export const runOne = async ({ name, run: work }: Step): Promise<Outcome> => {
  const startedAt = performance.now();
  const { code, output } = await work();
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${name.padEnd(14)} ${code === 0 ? 'passed' : 'FAILED'} ${seconds.padStart(7)} s`);
  if (code !== 0) console.log(output.trimEnd());
  return { name, passed: code === 0 };
};
