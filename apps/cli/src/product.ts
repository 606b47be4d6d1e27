import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import type { INestApplicationContext } from '@nestjs/common';
import type { Origin } from '#kernel';
import { type Config, readConfig } from '#platform/config';
import { Context } from '#platform/context';
import { createWorker } from '../../worker/src/worker.module.ts';
import { connectDatabase } from './database.ts';
import { checkDatabase, migrateDatabase } from './start-checks.ts';

/**
 * How a command gets the product. An object, so that tests, which call many commands, can replace `use`: starting the
 * product takes longer than most commands.
 */
export const products = {
  /** Connects the database and starts the product for this work, and closes everything afterwards. */
  use: <T>(work: (product: INestApplicationContext) => Promise<T>): Promise<T> =>
    withDatabase(async (config) => {
      await checkDatabase(config);
      return useStarted(config, work);
    }),
};

/** Runs one command with the product, as the operator. */
export const withProduct = <T>(work: (product: INestApplicationContext) => Promise<T>, reason?: string): Promise<T> =>
  products.use((product) => asOperator(product, work, reason));

/**
 * Connects the database, by default that of the environment, and applies pending migrations, whose names it passes on;
 * closes the connection afterwards.
 */
export const withDatabase = async <T>(
  work: (config: Config, applied: readonly string[]) => Promise<T>,
  settings = readConfig(process.env),
): Promise<T> => {
  const database = await connectDatabase(settings);
  try {
    const applied = await migrateDatabase(database.config);
    return await work(database.config, applied);
  } finally {
    await database.stop();
  }
};

/** Runs the work with the product, as the operator, on a database that was checked. */
export const runProduct = <T>(config: Config, work: (product: INestApplicationContext) => Promise<T>): Promise<T> =>
  useStarted(config, (product) => asOperator(product, work));

const useStarted = async <T>(config: Config, work: (product: INestApplicationContext) => Promise<T>): Promise<T> => {
  // A command does not wait for a collector when it ends.
  const product = await createWorker(config.with({ traceCollector: undefined }));
  try {
    return await work(product);
  } finally {
    await product.close();
  }
};

const asOperator = <T>(
  product: INestApplicationContext,
  work: (product: INestApplicationContext) => Promise<T>,
  reason?: string,
): Promise<T> => product.get(Context).run(origin(reason), () => work(product));

const origin = (reason?: string): Origin => {
  const requestId = randomUUID();
  const by = { id: `cli:${userInfo().username}`, kind: 'system', role: 'operator' } as const;
  return {
    by,
    source: 'cli',
    request: requestId,
    correlation: requestId,
    causation: requestId,
    ...(reason && { reason }),
  };
};
