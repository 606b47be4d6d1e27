import { type DynamicModule, type INestApplicationContext, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { BookingsModule } from '#bookings';
import { CatalogModule } from '#catalog';
import { IdentityModule } from '#identity';
import { LeadsModule } from '#leads';
import { PaymentsModule } from '#payments';
import { AuditCheckpoints } from '#platform/audit';
import { type Config } from '#platform/config';
import { levelsOf } from '#platform/logging';
import { PlatformModule } from '#platform/module';
import { Projector } from '#platform/projections';
import { Reactor } from '#platform/reactions';

@Module({})
class WorkerModule {
  static forRoot(config: Config): DynamicModule {
    return {
      module: WorkerModule,
      imports: [
        PlatformModule.forRoot(config),
        IdentityModule,
        CatalogModule,
        LeadsModule,
        BookingsModule,
        PaymentsModule,
      ],
    };
  }
}

/** The product without HTTP: for workers and for the command line. It does nothing by itself until told to {@link work}. */
export const createWorker = async (config: Config): Promise<INestApplicationContext> => {
  const worker = await NestFactory.createApplicationContext(WorkerModule.forRoot(config), {
    logger: levelsOf(config),
    abortOnError: false,
  });
  return worker.init();
};

/** From now on this process projects, reacts, does jobs and signs checkpoints of the log. */
export const work = (product: INestApplicationContext): void => {
  product.get(Projector).follow();
  product.get(Reactor).follow();
  product.get(AuditCheckpoints).follow();
};
