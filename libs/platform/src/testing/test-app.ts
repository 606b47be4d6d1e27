import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type ArgumentsHost,
  type CanActivate,
  Catch,
  ConflictException,
  type ExecutionContext,
  Injectable,
  type ModuleMetadata,
  StandardSchemaValidationPipe,
} from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE, BaseExceptionFilter } from '@nestjs/core';
import { type Command, CommandBus } from '@nestjs/cqrs';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test, type TestingModuleBuilder } from '@nestjs/testing';
import { type Actor, Refusal } from '#kernel';
import type { Config } from '#platform/config';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { derivePicture, PictureProcesses } from '#platform/images';
import { PlatformModule } from '#platform/module';
import { Projector } from '#platform/projections';
import { Reactor } from '#platform/reactions';
import { untilCaughtUp } from './caught-up.ts';
import { originOf, testConfig } from './test-config.ts';

type Parts = Pick<ModuleMetadata, 'imports' | 'controllers' | 'providers'> & {
  /** Environment variables in addition to those of every test. */
  readonly settings?: Readonly<Record<string, string>>;
  /**
   * The settings of an existing database, which is kept. Without them the app gets a new database, dropped by `stop`.
   */
  readonly config?: Config;
  /**
   * Takes the actor of a request from the header `x-actor` (JSON), and validates bodies like the API. A refusal gets
   * status 409.
   */
  readonly actorHeader?: boolean;
  /** Changes the module before it is compiled: replaced providers. */
  readonly override?: (builder: TestingModuleBuilder) => TestingModuleBuilder;
  /** Changes the app before it starts: aggregates, projections, reactions, filters. */
  readonly prepare?: (app: NestFastifyApplication) => void;
  /** Whether it runs projections and reactions; otherwise it only serves requests. */
  readonly follows?: boolean;
};

/** The platform and some modules, served over HTTP on a random port. */
export class TestApp {
  private constructor(
    readonly app: NestFastifyApplication,
    readonly config: Config,
    readonly url: string,
    private readonly follows: boolean,
    private readonly drop: () => Promise<void>,
    private readonly clock: AsyncLocalStorage<Date>,
  ) {}

  static async start({ follows = true, ...parts }: Parts = {}): Promise<TestApp> {
    const { config, drop } = parts.config
      ? { config: parts.config, drop: dropNothing }
      : await testConfig(parts.settings);
    const builder = Test.createTestingModule({
      imports: [PlatformModule.forRoot(config), ...(parts.imports ?? [])],
      controllers: parts.controllers ?? [],
      providers: [...(parts.providers ?? []), ...(parts.actorHeader ? actorHeader : [])],
    });
    // In this process, because starting another one takes longer than decoding the small pictures of tests.
    builder.overrideProvider(PictureProcesses).useValue({ derive: derivePicture });
    const module = await (parts.override?.(builder) ?? builder).compile();
    const options = { rawBody: true, logger: ['error' as const] };
    const app = module.createNestApplication<NestFastifyApplication>(
      new FastifyAdapter({ forceCloseConnections: true }),
      options,
    );
    try {
      parts.prepare?.(app);
      await app.listen(0, '127.0.0.1');
    } catch (error) {
      await app.close();
      await drop();
      throw error;
    }
    const clock = new AsyncLocalStorage<Date>();
    app.get(Context).now = () => clock.getStore() ?? new Date();
    if (follows) {
      app.get(Projector).follow();
      app.get(Reactor).follow();
    }
    return new TestApp(app, config, await app.getUrl(), follows, drop, clock);
  }

  get store(): EventStore {
    return this.app.get(EventStore);
  }

  /** Runs as this actor. If this app runs projections, it returns once the read tables show what was written. */
  as<T>(by: Actor, work: () => Promise<T>): Promise<T> {
    const context = this.app.get(Context);
    return context.run(originOf(by), async () => {
      const result = await work();
      if (this.follows) await untilCaughtUp(this.app, context.wrote);
      return result;
    });
  }

  /** Runs the work with the clock set to this instant. Background work, such as reactions, keeps the real time. */
  at<T>(now: Date, work: () => Promise<T>): Promise<T> {
    return this.clock.run(now, work);
  }

  send<T>(by: Actor, command: Command<T>): Promise<T> {
    return this.as(by, () => this.app.get(CommandBus).execute(command));
  }

  /** The types of a stream's events, in order. */
  async typesOf(stream: string): Promise<readonly string[]> {
    return (await this.store.read(stream)).map(({ type }) => type);
  }

  /** Read tables that differ from a fresh fold of the log, with the keys of their rows. */
  async differences(): Promise<ReadonlyMap<string, readonly string[]>> {
    await untilCaughtUp(this.app);
    return this.app.get(Projector).verify();
  }

  async stop(): Promise<void> {
    await this.app.close();
    await this.drop();
  }
}

const dropNothing = async (): Promise<void> => undefined;

@Injectable()
class ActorHeaderGuard implements CanActivate {
  constructor(private readonly context: Context) {}

  canActivate(execution: ExecutionContext): boolean {
    const { headers } = execution.switchToHttp().getRequest<{ headers: Record<string, string | undefined> }>();
    if (headers['x-actor']) this.context.enter(originOf(JSON.parse(headers['x-actor']) as Actor));
    return true;
  }
}

/** Nest would log a refusal as an unexpected error. */
@Catch(Refusal)
class RefusalsFilter extends BaseExceptionFilter {
  override catch({ code, message }: Refusal, host: ArgumentsHost): void {
    super.catch(new ConflictException({ code, message }), host);
  }
}

const actorHeader = [
  { provide: APP_FILTER, useClass: RefusalsFilter },
  { provide: APP_GUARD, useClass: ActorHeaderGuard },
  { provide: APP_PIPE, useValue: new StandardSchemaValidationPipe() },
];
