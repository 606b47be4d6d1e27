import { MikroOrmModule } from '@mikro-orm/nestjs';
import { PostgreSqlDriver } from '@mikro-orm/postgresql';
import { type DynamicModule, Global, Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { ClsModule } from 'nestjs-cls';
import { AuditCheckpoints } from './audit/audit-checkpoints.ts';
import { LogAudit } from './audit/log-audit.ts';
import { LogReader } from './audit/log-reader.ts';
import { Config } from './config.ts';
import { Context } from './context.ts';
import { Effects } from './effects/effects.ts';
import { openLog } from './event-store/engine.ts';
import { EventStore } from './event-store/event-store.ts';
import { DeadLetters } from './jobs/dead-letters.ts';
import { Jobs } from './jobs/jobs.ts';
import { Limits } from './limits/limits.ts';
import { PersonalDataKeys } from './personal-data/personal-data-keys.ts';
import { PostgresPersonalDataKeys } from './personal-data/postgres.ts';
import { Database } from './postgres/database.ts';
import { Notices } from './postgres/notices.ts';
import { Projector } from './projector/projector.ts';
import { Reactor } from './reactor/reactor.ts';

const parts = [
  Context,
  Notices,
  Projector,
  Reactor,
  Jobs,
  DeadLetters,
  LogAudit,
  LogReader,
  AuditCheckpoints,
  Effects,
  Limits,
];

/** What every module stands on. It knows none of them: they add themselves to it. */
@Global()
@Module({})
export class PlatformModule {
  static forRoot(config: Config): DynamicModule {
    return {
      module: PlatformModule,
      imports: [
        CqrsModule.forRoot(),
        ClsModule.forRoot({ global: true, middleware: { mount: true } }),
        MikroOrmModule.forRoot({
          driver: PostgreSqlDriver,
          clientUrl: config.databaseUrl,
          driverOptions: { options: '-c role=festoon_runtime' },
          autoLoadEntities: true,
          discovery: { warnWhenNoEntities: false },
          // Rows are read, never changed, so there is nothing to keep track of between requests.
          allowGlobalContext: true,
          disableIdentityMap: true,
          registerRequestContext: false,
        }),
      ],
      providers: [
        ...parts,
        { provide: Config, useValue: config },
        { provide: Database, useFactory: () => new Database(config.databaseUrl) },
        { provide: PersonalDataKeys, useClass: PostgresPersonalDataKeys },
        { provide: EventStore, useFactory: openLog, inject: [Config, Context, PersonalDataKeys, Database, Notices] },
      ],
      exports: [...parts, Config, Database, PersonalDataKeys, EventStore],
    };
  }
}
