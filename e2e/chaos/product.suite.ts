import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectFolder } from '#platform/config';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#platform/postgres';
import { freePort, testSettings } from '#platform/testing';
import { type Call, CommandCall, Service } from './service.suite.ts';

type Options = {
  /** Whether Postgres runs with fsync. A killed process loses nothing without it. */
  readonly fsync?: boolean;
  /** Options of Node for the API, as in NODE_OPTIONS. */
  readonly apiNodeOptions?: string;
  /** The folder of the product's data, instead of a temporary one. It stays when the product is stopped. */
  readonly folder?: string;
  /** The settings of the log, instead of those for one in Postgres. */
  readonly log?: Readonly<Record<string, string>>;
};

/** The built product in processes of its own: Postgres, an API, a worker, and `serve`, which is both. */
export class Product {
  readonly api: Service;
  readonly worker: Service;
  readonly serve: Service;
  /** The addresses of the product's two HTTP processes. */
  readonly urls: readonly string[];
  readonly #env: Readonly<Record<string, string>>;
  readonly #calls = new Set<CommandCall>();
  #over = false;

  private constructor(
    private readonly root: string,
    private postgres: EmbeddedPostgres,
    apiPort: number,
    servePort: number,
    private readonly options: Options,
  ) {
    this.urls = [apiPort, servePort].map((port) => `http://127.0.0.1:${port}`);
    const env = {
      DATABASE_URL: postgres.url,
      ...(options.log ?? { EVENT_STORE: 'postgres' }),
      FESTOON_DATA: join(root, 'festoon'),
      // One site for users, whichever process serves them.
      PUBLIC_URL: this.urls[0] ?? '',
      ...testSettings,
    };
    this.#env = { ...env, PORT: String(apiPort) };
    const { apiNodeOptions } = options;
    const apiEnv = { ...this.#env, ...(apiNodeOptions && { NODE_OPTIONS: apiNodeOptions }) };
    this.api = new Service('API', ['api'], apiEnv, 'The API is at');
    this.worker = new Service('worker', ['worker'], this.#env, 'The worker follows the log');
    this.serve = new Service('serve', ['serve'], { ...env, PORT: String(servePort) }, 'Festoon is at');
  }

  static async start(options: Options = {}): Promise<Product> {
    const root = options.folder ?? mkdtempSync(join(tmpdir(), 'festoon-chaos-'));
    if (!options.folder) process.once('exit', () => rmSync(root, { recursive: true, force: true }));
    const postgres = await startPostgres(root, await freePort(), options);
    const product = new Product(root, postgres, await freePort(), await freePort(), options);
    try {
      // Migrates the database and fills the compile cache, so that the other starts are quick.
      product.api.start();
      await product.waitUntilUp(300_000, [product.api]);
      for (const service of [product.worker, product.serve]) service.start();
      await product.waitUntilUp(300_000);
      return product;
    } catch (error) {
      await product.stop();
      throw error;
    }
  }

  get services(): readonly Service[] {
    return [this.api, this.worker, this.serve];
  }

  /** What the services logged about a failed request. */
  causeOf(request: string): string {
    const causes = this.services.map((service) => service.causeOf(request));
    return `Request ${request} failed: ${causes.join('') || 'nothing was logged about it'}`;
  }

  /** Whether the product was stopped. */
  get over(): boolean {
    return this.#over;
  }

  get databaseUrl(): string {
    return this.postgres.url;
  }

  /** Resolves once these processes, by default all, are up. */
  async waitUntilUp(milliseconds: number, services: readonly Service[] = this.services): Promise<void> {
    const deadline = Date.now() + milliseconds;
    while (!services.every(({ up }) => up)) {
      if (Date.now() > deadline)
        throw new Error(services.map(({ name, up, output }) => `${name} ${up}: ${output}`).join('\n'));
      await sleep(25);
    }
  }

  /** Kills the postmaster (SIGKILL) and restarts it on the same port after `pause` milliseconds. */
  async killPostgres(pause: number): Promise<void> {
    process.kill(this.postmaster, 'SIGKILL');
    await sleep(pause);
    await this.restartPostgres(() => undefined);
  }

  /** Stops Postgres if it runs, does what is given, and starts it on the same port. */
  async restartPostgres(whileStopped: () => void): Promise<void> {
    const { port } = this.postgres;
    await this.postgres.stop();
    whileStopped();
    this.postgres = await startPostgres(this.root, port, this.options);
  }

  /** The process id of the postmaster. */
  get postmaster(): number {
    const [pid] = readFileSync(join(postgresIn(this.root), 'data/postmaster.pid'), 'utf8').split('\n');
    return Number(pid);
  }

  /** Starts a call of the command line. */
  call(...args: readonly string[]): CommandCall {
    return this.callOf(projectFolder(), ...args);
  }

  /** Starts a call of the command line of the release in this folder. */
  callOf(release: string, ...args: readonly string[]): CommandCall {
    const call = new CommandCall(args, this.#env, release);
    this.#calls.add(call);
    void call.ended.then(() => this.#calls.delete(call));
    return call;
  }

  /** Stops every process, and starts those of the release in this folder in their place. */
  async upgrade(release: string): Promise<void> {
    for (const service of this.services) await service.upgrade(release);
    await this.waitUntilUp(120_000);
  }

  festoon(...args: readonly string[]): Promise<Call> {
    return this.call(...args).ended;
  }

  async stop(): Promise<void> {
    this.#over = true;
    await Promise.all([...this.#calls, ...this.services].map((process) => process.stop()));
    await this.postgres.stop();
    if (this.options.folder) return;
    rmSync(this.root, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

const postgresIn = (root: string): string => join(root, 'postgres');

/** With enough connections for three processes, a command, and those that killed processes leave for a moment. */
const startPostgres = (root: string, port: number, { fsync }: Options): Promise<EmbeddedPostgres> =>
  startEmbeddedPostgres({
    folder: postgresIn(root),
    settings: { max_connections: '300', ...(fsync ? {} : { fsync: 'off' }) },
    tied: true,
    port,
  });
