import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { testConfig } from '#platform/testing';

type Member = { readonly name: string; readonly pid: number; readonly port?: number };

/** `npm run cluster` without the worker for pictures, on an empty database, with the usual rate limits. */
export class Cluster {
  #output = '';

  private constructor(
    private readonly child: ChildProcess,
    readonly databaseUrl: string,
    readonly drop: () => Promise<void>,
    private members: readonly Member[] = [],
  ) {
    child.stderr?.on('data', (text) => (this.#output += text));
  }

  static async start(): Promise<Cluster> {
    const { config, environment, drop } = await testConfig();
    const { PATH = '', HOME = '' } = process.env;
    const child = spawn(process.execPath, ['scripts/cluster.ts', '--json', '--no-images-worker'], {
      env: { PATH, HOME, ...environment, RATE_LIMITS: '1', FESTOON_DEMO: 'false' },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const cluster = new Cluster(child, config.databaseUrl, drop);
    try {
      cluster.members = await cluster.#announced();
      return cluster;
    } catch (error) {
      await drop();
      throw error;
    }
  }

  /** The line with the processes; lines about a build may come first. */
  async #announced(): Promise<readonly Member[]> {
    if (this.child.stdout)
      for await (const line of createInterface(this.child.stdout)) if (line.startsWith('[')) return JSON.parse(line);
    throw new Error(`The cluster did not start: ${this.#output}`);
  }

  get pids(): readonly number[] {
    return this.members.map(({ pid }) => pid);
  }

  urlOf(name: string): string {
    return `http://127.0.0.1:${this.members.find((member) => member.name === name)?.port}`;
  }

  /** Sends SIGKILL to one of its processes. */
  kill(of: (member: Member) => boolean): void {
    const killed = this.members.find(of);
    if (!killed) throw new Error('The cluster has no such process');
    process.kill(killed.pid, 'SIGKILL');
  }

  /** Asks it to stop, and returns its exit code. */
  async stop(): Promise<number | null> {
    if (this.child.exitCode !== null) return this.child.exitCode;
    const exit = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    return (await exit)[0];
  }
}
