// The built product in processes of its own, as an operator runs it, and people who use it over HTTP.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { lead, settingsOn } from './world.ts';

const main = new URL('../dist/apps/cli/src/main.js', import.meta.url).pathname;

/** `festoon serve` on this database, everything in one process. `call` is one call of the command line beside it. */
export type Served = {
  readonly url: string;
  readonly call: (...words: readonly string[]) => Promise<string>;
};

export const served = async <T>(databaseUrl: string, work: (product: Served) => Promise<T>): Promise<T> => {
  const env = { ...process.env, ...settingsOn(databaseUrl), RATE_LIMITS: '0', AUTH_AUTOCONFIRM: '1' };
  const festoon = (...words: readonly string[]) =>
    spawn(process.execPath, [main, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const call = async (...words: readonly string[]) => {
    const child = festoon(...words);
    let [out, said] = ['', ''];
    child.stdout.on('data', (text) => (out += text));
    child.stderr.on('data', (text) => (said += text));
    const [code] = await once(child, 'close');
    if (code !== 0) throw new Error(`festoon ${words.join(' ')} ended with ${code}: ${said}`);
    return out;
  };
  const server = festoon('serve', '--json');
  const gone = once(server, 'exit');
  let said = '';
  server.stderr.on('data', (text) => (said += text));
  try {
    const [line] = await Promise.race([once(createInterface(server.stdout), 'line'), gone.then(() => [''])]);
    if (!line) throw new Error(`The product did not start: ${said}`);
    return await work({ url: (JSON.parse(line) as { url: string }).url, call });
  } finally {
    server.kill('SIGTERM');
    await gone;
  }
};

/** What a read came to: its milliseconds, with what it failed, and whether it missed what its reader had written. */
export type Seen = { readonly took: number; readonly failure?: string; readonly stale: boolean };

/** How often each of these happened, the most frequent first. */
export const counted = (failures: readonly string[]): string => {
  const times = new Map<string, number>();
  for (const failure of failures) times.set(failure, (times.get(failure) ?? 0) + 1);
  const each = [...times].sort(([, a], [, b]) => b - a).map(([failure, count]) => `${count} ${failure}`);
  return `${failures.length} failed${each.length > 0 ? ` (${each.join(', ')})` : ''}`;
};

/** A client who posts leads and looks at them, and minds positions as the screens do. */
export class Visitor {
  readonly #headers: Readonly<Record<string, string>>;
  /** The leads whose posting was acknowledged. */
  readonly #posted: string[] = [];
  /** The position of a write that could not be read yet when it was answered. */
  #owed: string | undefined;

  readonly #url: string;

  // What is run as it is written has no parameter properties.
  private constructor(url: string, token: string) {
    this.#url = url;
    this.#headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  }

  static async at(url: string, name: string): Promise<Visitor> {
    const data = { first_name: 'Ann', last_name: 'Archer', role: 'client', phone: '+1 512 555 0100' };
    const answer = await fetch(`${url}/auth/v1/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: `${name}@example.com`, password: 'Sunflower-7-grows', data }),
    });
    const body = (await answer.json()) as { access_token?: string };
    if (!body.access_token) throw new Error(`Signing up answered ${answer.status}: ${JSON.stringify(body)}`);
    return new Visitor(url, body.access_token);
  }

  /** Answers how long it took, in milliseconds; throws where it was not acknowledged. */
  async post(): Promise<number> {
    const from = performance.now();
    const answer = await fetch(`${this.#url}/api/v1/leads`, {
      method: 'POST',
      headers: this.#headers,
      body: JSON.stringify(lead),
    }).catch((error: unknown) => {
      throw new Error(causeOf(error));
    });
    const body = (await answer.json()) as { id?: string; code?: string };
    if (!body.id) throw new Error(`${answer.status} ${body.code}`);
    if (answer.headers.get('x-readable') === 'later') this.#owed = answer.headers.get('x-position') ?? undefined;
    this.#posted.push(body.id);
    return performance.now() - from;
  }

  /** The newest of one's own leads. */
  list(): Promise<Seen> {
    const before = Math.max(0, this.#posted.length - 1);
    // Where others were posted meanwhile, the last one of now may stand on another page by then.
    const shows = (text: string) => before === 0 || this.#posted.slice(before).some((id) => text.includes(id));
    return this.#read('/api/v1/leads/mine', shows);
  }

  /** The lead that was posted last. */
  look(): Promise<Seen> {
    const last = this.#posted.at(-1);
    if (last === undefined) return this.list();
    return this.#read(`/api/v1/leads/${last}`, (text) => text.includes(last));
  }

  async #read(path: string, shows: (text: string) => boolean): Promise<Seen> {
    const [from, owed] = [performance.now(), this.#owed];
    try {
      const headers = { ...this.#headers, ...(owed && { 'x-position': owed }) };
      const answer = await fetch(`${this.#url}${path}`, { headers });
      const text = await answer.text();
      const took = performance.now() - from;
      // What is not there yet is no failure of the product, it is an old state.
      if (answer.status === 404) return { took, stale: true };
      if (!answer.ok) return { took, failure: `${answer.status} ${JSON.parse(text).code}`, stale: false };
      if (owed === this.#owed) this.#owed = undefined;
      return { took, stale: !shows(text) };
    } catch (error) {
      return { took: performance.now() - from, failure: causeOf(error), stale: false };
    }
  }
}

/** What `fetch` says of a connection that failed. */
const causeOf = (error: unknown): string => {
  const { cause, message } = error as Error & { cause?: { code?: string } };
  return cause?.code ?? message;
};
