// The built product in its own process, as an operator runs it, and clients that use it over HTTP.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { lead, settingsOn } from './setup.ts';

const main = new URL('../dist/apps/cli/src/main.js', import.meta.url).pathname;

/** The running product on this database. `pid` is the process of the API. `call` runs another `festoon` command on it. */
export type Product = {
  readonly url: string;
  readonly pid: number;
  readonly call: (...words: readonly string[]) => Promise<string>;
};

/** `festoon serve`, or `festoon api` and `festoon worker` in a process each. */
type Processes = 'together' | 'separate';

export const withProduct = async <T>(
  databaseUrl: string,
  work: (product: Product) => Promise<T>,
  settings: Readonly<Record<string, string>> = {},
  processes: Processes = 'together',
): Promise<T> => {
  const env = { ...process.env, ...settingsOn(databaseUrl), RATE_LIMITS: '0', AUTH_AUTOCONFIRM: '1', ...settings };
  const festoon = (...words: readonly string[]) =>
    spawn(process.execPath, [main, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const call = async (...words: readonly string[]) => {
    const child = festoon(...words);
    let [out, errors] = ['', ''];
    child.stdout.on('data', (text) => (out += text));
    child.stderr.on('data', (text) => (errors += text));
    const [code] = await once(child, 'close');
    if (code !== 0) throw new Error(`festoon ${words.join(' ')} ended with ${code}: ${errors}`);
    return out;
  };
  const server = festoon(processes === 'together' ? 'serve' : 'api', '--json');
  const others = processes === 'together' ? [] : [festoon('worker', '--json')];
  const exited = Promise.all([server, ...others].map((each) => once(each, 'exit')));
  let errors = '';
  for (const each of [server, ...others]) each.stderr.on('data', (text) => (errors += text));
  try {
    const [line] = await Promise.race([
      once(createInterface(server.stdout), 'line'),
      once(server, 'exit').then(() => ['']),
    ]);
    if (!line) throw new Error(`The product did not start: ${errors}`);
    return await work({ url: (JSON.parse(line) as { url: string }).url, pid: server.pid ?? 0, call });
  } finally {
    for (const each of [server, ...others]) each.kill('SIGTERM');
    await exited;
  }
};

/** The result of a read: its milliseconds, why it failed, and whether it missed an acknowledged write of its reader. */
export type ReadResult = { readonly took: number; readonly failure?: string; readonly stale: boolean };

/** The number of failures, then how often each kind happened, the most frequent first. */
export const countFailures = (failures: readonly string[]): string => {
  const times = new Map<string, number>();
  for (const failure of failures) times.set(failure, (times.get(failure) ?? 0) + 1);
  const each = [...times].sort(([, a], [, b]) => b - a).map(([failure, count]) => `${count} ${failure}`);
  return `${failures.length} failed${each.length > 0 ? ` (${each.join(', ')})` : ''}`;
};

/** A client who posts and reads leads, and sends positions to read their own writes, as the screens do. */
export class BenchClient {
  readonly #headers: Readonly<Record<string, string>>;
  /** Ids of the acknowledged leads. */
  readonly #posted: string[] = [];
  /** The position of a write that the read tables did not show yet when it returned. */
  #unreadPosition: string | undefined;

  readonly #url: string;

  // Node runs this file without compiling it, so parameter properties are not available.
  private constructor(url: string, token: string) {
    this.#url = url;
    this.#headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  }

  static async signUp(url: string, name: string): Promise<BenchClient> {
    const data = { first_name: 'Ann', last_name: 'Archer', role: 'client', phone: '+1 512 555 0100' };
    const response = await fetch(`${url}/auth/v1/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: `${name}@example.com`, password: 'Sunflower-7-grows', data }),
    });
    const body = (await response.json()) as { access_token?: string };
    if (!body.access_token) throw new Error(`Signing up returned ${response.status}: ${JSON.stringify(body)}`);
    return new BenchClient(url, body.access_token);
  }

  /** Posts a lead. Returns how many milliseconds that took; throws if the lead was not acknowledged. */
  async post(): Promise<number> {
    const from = performance.now();
    const response = await fetch(`${this.#url}/api/v1/leads`, {
      method: 'POST',
      headers: this.#headers,
      body: JSON.stringify(lead),
    }).catch((error: unknown) => {
      throw new Error(causeOf(error));
    });
    const body = (await response.json()) as { id?: string; code?: string };
    if (!body.id) throw new Error(`${response.status} ${body.code}`);
    if (response.headers.get('x-readable') === 'later')
      this.#unreadPosition = response.headers.get('x-position') ?? undefined;
    this.#posted.push(body.id);
    return performance.now() - from;
  }

  /** Reads the first page of the client's own leads. */
  listOwn(): Promise<ReadResult> {
    const before = Math.max(0, this.#posted.length - 1);
    // Leads posted during the read can move the lead that is the newest now to the next page, so any later one counts
    // too.
    const shows = (text: string) => before === 0 || this.#posted.slice(before).some((id) => text.includes(id));
    return this.#read('/api/v1/leads/mine', shows);
  }

  /** Reads the lead that was posted last. */
  readNewest(): Promise<ReadResult> {
    const last = this.#posted.at(-1);
    if (last === undefined) return this.listOwn();
    return this.#read(`/api/v1/leads/${last}`, (text) => text.includes(last));
  }

  async #read(path: string, shows: (text: string) => boolean): Promise<ReadResult> {
    const [from, position] = [performance.now(), this.#unreadPosition];
    try {
      const headers = { ...this.#headers, ...(position && { 'x-position': position }) };
      const response = await fetch(`${this.#url}${path}`, { headers });
      const text = await response.text();
      const took = performance.now() - from;
      // A lead that is not found yet is a stale read, not a failure.
      if (response.status === 404) return { took, stale: true };
      if (!response.ok) return { took, failure: `${response.status} ${JSON.parse(text).code}`, stale: false };
      if (position === this.#unreadPosition) this.#unreadPosition = undefined;
      return { took, stale: !shows(text) };
    } catch (error) {
      return { took: performance.now() - from, failure: causeOf(error), stale: false };
    }
  }
}

/** The error code of a failed connection, or the error's message. */
const causeOf = (error: unknown): string => {
  const { cause, message } = error as Error & { cause?: { code?: string } };
  return cause?.code ?? message;
};
