import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { projectFolder } from '#platform/config';

/** How long after a process has ended the next one is started, in milliseconds. */
const restartAfter = 100;
/** How long after SIGTERM a process that has not ended is killed, in milliseconds. */
const stopTimeout = 20_000;
/** How many characters of the newest process's output are kept. */
const keptOutput = 6_000;
/**
 * How many characters of the combined log of a service's processes are kept. That is more than is kept of the newest
 * process's output, because the test searches the log for errors at its end.
 */
const keptLog = 4_000_000;
const errorLines = 30;

/**
 * A process of the built product that is started again whenever it ends, as a service manager would. It ends when the
 * process that started it ends.
 */
export class Service {
  #child: ChildProcess | undefined;
  #timer: NodeJS.Timeout | undefined;
  #text = '';
  #log = '';
  #up = false;
  #killed = false;
  #stopped = false;
  /** How the process ended, for each time that it was neither killed nor stopped. */
  readonly unexpectedExits: string[] = [];
  /** The folder of the release that the process belongs to. */
  #release = projectFolder();

  /** `ready` is the text that the process prints when it is ready. */
  constructor(
    readonly name: string,
    private readonly args: readonly string[],
    private readonly env: Readonly<Record<string, string>>,
    private readonly ready: string,
  ) {}

  /** Whether the process has printed that it is ready. */
  get up(): boolean {
    return this.#up;
  }

  /** The end of the newest process's output. */
  get output(): string {
    return this.#text;
  }

  /** What the service's processes logged as the cause of a failed request; empty if they logged nothing about it. */
  causeOf(request: string): string {
    const start = this.#log.indexOf(`request ${request}: `);
    return start < 0 ? '' : this.#log.slice(start).split('\n').slice(0, errorLines).join('\n');
  }

  start(): void {
    const child = festoon(this.args, this.env, this.#release);
    this.#child = child;
    this.#text = '';
    this.#killed = false;
    this.#stopped = false;
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => this.#output(child, `${text}`));
    child.once('exit', (code, signal) => this.#handleExit(`${signal ?? code}`));
  }

  /** Sends SIGKILL; false if no process is running. */
  kill(): boolean {
    if (!(this.#child && runs(this.#child))) return false;
    this.#killed = true;
    return this.#child.kill('SIGKILL');
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    if (this.#child) await end(this.#child);
  }

  /** Stops the process, and starts that of another release in its place. */
  async upgrade(release: string): Promise<void> {
    await this.stop();
    this.#release = release;
    this.start();
  }

  #output(child: ChildProcess, text: string): void {
    this.#log = `${this.#log}${text}`.slice(-keptLog);
    if (child !== this.#child) return;
    this.#text = `${this.#text}${text}`.slice(-keptOutput);
    this.#up ||= this.#text.includes(this.ready) && runs(child);
  }

  /** A process may refuse to start while Postgres is down; once it is up, only SIGKILL may end it. */
  #handleExit(how: string): void {
    if (this.#up && !this.#killed && !this.#stopped)
      this.unexpectedExits.push(`${this.name} ended with ${how}: ${this.#text}`);
    this.#up = false;
    if (!this.#stopped) this.#timer = setTimeout(() => this.start(), restartAfter);
  }
}

/** The command line of the built product in this folder. */
const festoon = (args: readonly string[], env: Readonly<Record<string, string>>, release: string): ChildProcess => {
  const { PATH = '', HOME = '' } = process.env;
  return spawn(process.execPath, [join(release, 'dist/apps/cli/src/main.js'), ...args], {
    env: { PATH, HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
};

const runs = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode === null && signalCode === null;

const end = async (child: ChildProcess): Promise<void> => {
  if (!runs(child)) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  const killTimer = setTimeout(() => child.kill('SIGKILL'), stopTimeout);
  await exit;
  clearTimeout(killTimer);
};

export type Call = { readonly code: number | null; readonly out: string; readonly error: string };

/** One call of the command line, which can be killed. */
export class CommandCall {
  readonly #child: ChildProcess;
  readonly ended: Promise<Call>;
  #error = '';

  constructor(args: readonly string[], env: Readonly<Record<string, string>>, release = projectFolder()) {
    this.#child = festoon(args, env, release);
    let output = '';
    this.#child.stdout?.on('data', (text) => (output += text));
    this.#child.stderr?.on('data', (text) => (this.#error += text));
    this.ended = once(this.#child, 'close').then(([code]) => ({ code, out: output, error: this.#error }));
  }

  /**
   * Whether the command has reported progress of its work, rather than a warning of its start, and is still running.
   */
  get working(): boolean {
    return / % {2}|: (?:writing|indexing|comparing|swapping)$/m.test(this.#error) && runs(this.#child);
  }

  get running(): boolean {
    return runs(this.#child);
  }

  /** What the command has printed to standard error. */
  get errors(): string {
    return this.#error;
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  async stop(): Promise<void> {
    await end(this.#child);
  }
}
