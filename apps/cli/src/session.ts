import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import type { INestApplicationContext } from '@nestjs/common';
import type { Origin } from '#kernel';
import { readConfig } from '#platform/config';
import { Context } from '#platform/context';
import { checkLog } from '#platform/event-store';
import { createWorker } from '../../worker/src/worker.module.ts';
import { reachDatabase } from './database.ts';
import { migrated } from './servers.ts';

/** One call of the command line: reaches the database, works on the product as the operator, and lets go of both. */
export const withProduct = async <T>(
  work: (product: INestApplicationContext) => Promise<T>,
  reason?: string,
): Promise<T> => {
  const reached = await reachDatabase(readConfig(process.env));
  try {
    await migrated(reached.config);
    await checkLog(reached.config);
    const product = await createWorker(reached.config);
    try {
      return await product.get(Context).run(origin(reason), () => work(product));
    } finally {
      await product.close();
    }
  } finally {
    await reached.stop();
  }
};

const origin = (reason?: string): Origin => {
  const request = randomUUID();
  const by = { id: `cli:${userInfo().username}`, kind: 'system', role: 'operator' } as const;
  return { by, source: 'cli', request, correlation: request, causation: request, ...(reason && { reason }) };
};
