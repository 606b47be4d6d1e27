import { type DynamicModule, type INestApplicationContext, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AuditCheckpoints } from '#platform/audit';
import { type Config } from '#platform/config';
import { Jobs, Workers } from '#platform/jobs';
import { levelsOf } from '#platform/logging';
import { productImports } from '#platform/module';
import { Projector } from '#platform/projections';
import { Reactor } from '#platform/reactions';
import { FileSweep } from '#platform/uploads';
import { modules } from '../../modules.ts';

@Module({})
class WorkerModule {
  static forRoot(config: Config): DynamicModule {
    return {
      module: WorkerModule,
      imports: productImports(config, modules),
    };
  }
}

/** All modules without HTTP, for the worker and the command line. {@link startWork} starts background work. */
export const createWorker = async (config: Config): Promise<INestApplicationContext> => {
  const worker = await NestFactory.createApplicationContext(WorkerModule.forRoot(config), {
    logger: levelsOf(config),
    abortOnError: false,
  });
  return worker.init();
};

/** `drain` ends the process, if operators may ask for that. */
type WorkOptions = { readonly queues?: readonly string[] | undefined; readonly drain?: () => void };

/**
 * Starts projections, adding the jobs of reactions, signing audit checkpoints, sweeping files and work on all queues.
 * With `queues`, only those queues are worked on, and another worker must do everything else.
 */
export const startWork = async (
  product: INestApplicationContext,
  { queues, drain }: WorkOptions = {},
): Promise<void> => {
  if (queues) product.get(Jobs).start(queues);
  else {
    product.get(Projector).follow();
    product.get(Reactor).follow();
    product.get(AuditCheckpoints).follow();
    product.get(FileSweep, { strict: false }).follow();
  }
  await product.get(Workers).register({ followsLog: !queues, drain });
};
