import fastifyCompress from '@fastify/compress';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';

/**
 * Compresses responses of at least 1 KB. Files of the frontend are sent as the build compressed them. Must be called
 * before any route is added, because it applies only to routes that are added later.
 */
export const compressResponses = async (api: NestFastifyApplication): Promise<void> => {
  await api.register(fastifyCompress, {
    encodings: ['br', 'gzip'],
    threshold: 1_024,
    // A small compressed request could expand beyond the body limit, so compressed requests are still refused.
    globalDecompression: false,
  });
};
