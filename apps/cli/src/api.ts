import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Config } from '#platform/config';

/** Creates the API. Its code is loaded only now: most commands do not serve HTTP, and start faster without it. */
export const createApi = async (config: Config): Promise<NestFastifyApplication> =>
  (await import('../../api/src/api.module.ts')).createApi(config);
