import './garbage-collection.ts';
import { MikroOrmModule } from '@mikro-orm/nestjs';
import { PostgreSqlDriver } from '@mikro-orm/postgresql';
import { type DynamicModule, Global, Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { ClsModule } from 'nestjs-cls';
import { AuditCheckpoints, LogAudit, LogReader, Receipts } from '#platform/audit';
import { Config } from '#platform/config';
import { Context } from '#platform/context';
import { EventStore, LogWatch, openLog } from '#platform/event-store';
import { DeadLetters, Effects, Jobs, Workers } from '#platform/jobs';
import { Metrics } from '#platform/metrics';
import { PersonalDataKeys, PostgresPersonalDataKeys } from '#platform/personal-data';
import { Database, Notices } from '#platform/postgres';
import { Projector } from '#platform/projections';
import { Limits } from '#platform/rate-limits';
import { Reactor } from '#platform/reactions';
import { PlainReads } from '#platform/reads';
import { openTracer, Tracer } from '#platform/tracing';
import { requireConsistent } from './consistency.ts';
import { refuseLateConnections } from './late-connections.ts';
import type { ModuleDefinition } from './module-parts.ts';
import { Modules } from './modules.ts';

const parts = [
  Context,
  LogWatch,
  Modules,
  Notices,
  PlainReads,
  Projector,
  Reactor,
  Jobs,
  Workers,
  DeadLetters,
  LogAudit,
  LogReader,
  AuditCheckpoints,
  Receipts,
  Effects,
  Limits,
  Metrics,
];

/** The context holds no request and no response, and has no plugins. */
const withoutRequest = { saveReq: false, saveRes: false, initializePlugins: false, resolveProxyProviders: false };

/** Provides the services that all modules use. It imports none of the product's modules; they register themselves. */
@Global()
@Module({})
export class PlatformModule {
  static forRoot(config: Config): DynamicModule {
    return {
      module: PlatformModule,
      imports: [
        CqrsModule.forRoot(),
        ClsModule.forRoot({ global: true, middleware: { mount: true, ...withoutRequest } }),
        MikroOrmModule.forRoot({
          driver: PostgreSqlDriver,
          clientUrl: config.databaseUrl,
          // The migrations need the database, so it exists.
          ensureDatabase: false,
          driverOptions: {
            options: '-c role=festoon_runtime',
            // Longer than for commands (5 s): many people may read at once, and a read that waits changes nothing.
            connectionTimeoutMillis: 15_000,
            ...Database.poolSettings,
            onPoolCreated: refuseLateConnections,
          },
          pool: { max: config.databaseConnections },
          autoLoadEntities: true,
          discovery: { warnWhenNoEntities: false },
          // MikroORM only reads rows and never changes them, so it need not track entities per request.
          allowGlobalContext: true,
          disableIdentityMap: true,
          registerRequestContext: false,
        }),
      ],
      providers: [
        ...parts,
        { provide: Config, useValue: config },
        {
          provide: Database,
          useFactory: () => new Database(config.databaseUrl, { connections: config.databaseConnections }),
        },
        { provide: PersonalDataKeys, useClass: PostgresPersonalDataKeys },
        { provide: Tracer, useFactory: openTracer, inject: [Config] },
        {
          provide: EventStore,
          useFactory: openLog,
          inject: [Config, Context, PersonalDataKeys, Database, Notices, Tracer],
        },
      ],
      exports: [...parts, Config, Database, PersonalDataKeys, Tracer, EventStore],
    };
  }
}

/** The imports of a process: the platform and these modules. Throws if the modules do not fit together. */
export const productImports = (config: Config, modules: readonly ModuleDefinition[]): DynamicModule[] => {
  requireConsistent(modules);
  return [PlatformModule.forRoot(config), ...modules.map(({ nest }) => nest)];
};
