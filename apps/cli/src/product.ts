import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import type { INestApplicationContext } from '@nestjs/common';
import type { Origin } from '#kernel';
import { readConfig } from '#platform/config';
import { Context } from '#platform/context';
import { createWorker } from '../../worker/src/worker.module.ts';
import { connectDatabase } from './database.ts';
import { checkDatabase, migrateDatabase } from './start-checks.ts';

/** Runs one command with the product, as the operator: connects the database, and closes everything afterwards. */
export const withProduct = async <T>(
  work: (product: INestApplicationContext) => Promise<T>,
  reason?: string,
): Promise<T> => {
  const database = await connectDatabase(readConfig(process.env));
  try {
    await migrateDatabase(database.config);
    await checkDatabase(database.config);
    const product = await createWorker(database.config);
    try {
      return await product.get(Context).run(origin(reason), () => work(product));
    } finally {
      await product.close();
    }
  } finally {
    await database.stop();
  }
};

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
