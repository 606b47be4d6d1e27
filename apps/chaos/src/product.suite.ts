import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#platform';
import { type Call, CommandCall, Service } from './service.suite.ts';

/** The built product in processes of its own: Postgres that waits for the disk, one API, two workers. */
export class Product {
  readonly api: Service;
  readonly workers: readonly [Service, Service];
  readonly url: string;
  readonly #env: Readonly<Record<string, string>>;
  readonly #calls = new Set<CommandCall>();
  #over = false;

  private constructor(
    private readonly root: string,
    private postgres: EmbeddedPostgres,
    port: number,
  ) {
    this.url = `http://127.0.0.1:${port}`;
    this.#env = {
      DATABASE_URL: postgres.url,
      FESTOON_DATA: join(root, 'festoon'),
      PORT: String(port),
      RATE_LIMITS: '0',
      NODE_COMPILE_CACHE: join(root, 'compiled'),
    };
    const worker = (name: string) => new Service(name, ['worker'], this.#env, 'The worker follows the log');
    this.api = new Service('API', ['api'], this.#env, 'The API is at');
    this.workers = [worker('first worker'), worker('second worker')];
  }

  static async start(): Promise<Product> {
    const root = mkdtempSync(join(tmpdir(), 'festoon-chaos-'));
    process.once('exit', () => rmSync(root, { recursive: true, force: true }));
    const postgres = await startEmbeddedPostgres({ folder: join(root, 'postgres'), tied: true });
    const product = new Product(root, postgres, await freePort());
    try {
      // What is compiled here need not be compiled at every start.
      await product.festoon('projections', 'list');
      for (const service of product.services) service.start();
      await product.works(60_000);
      return product;
    } catch (error) {
      await product.stop();
      throw error;
    }
  }

  get services(): readonly Service[] {
    return [this.api, ...this.workers];
  }

  /** Whether it was stopped for good. */
  get over(): boolean {
    return this.#over;
  }

  get databaseUrl(): string {
    return this.postgres.url;
  }

  /** Returns once every process works. */
  async works(milliseconds: number): Promise<void> {
    const until = Date.now() + milliseconds;
    while (!this.services.every(({ up }) => up)) {
      if (Date.now() > until)
        throw new Error(this.services.map(({ name, up, said }) => `${name} ${up}: ${said}`).join('\n'));
      await sleep(25);
    }
  }

  /** SIGKILL for the postmaster; some milliseconds later it is started again where it was. */
  async killPostgres(pause: number): Promise<void> {
    const [pid] = readFileSync(join(this.root, 'postgres/data/postmaster.pid'), 'utf8').split('\n');
    process.kill(Number(pid), 'SIGKILL');
    await sleep(pause);
    const { port } = this.postgres;
    await this.postgres.stop();
    this.postgres = await startEmbeddedPostgres({ folder: join(this.root, 'postgres'), port, tied: true });
  }

  /** A call of the command line that goes on by itself. */
  call(...words: readonly string[]): CommandCall {
    const call = new CommandCall(words, this.#env);
    this.#calls.add(call);
    void call.ended.then(() => this.#calls.delete(call));
    return call;
  }

  festoon(...words: readonly string[]): Promise<Call> {
    return this.call(...words).ended;
  }

  async stop(): Promise<void> {
    this.#over = true;
    await Promise.all([...this.#calls, ...this.services].map((process) => process.stop()));
    await this.postgres.stop();
    rmSync(this.root, { recursive: true, force: true });
  }
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
