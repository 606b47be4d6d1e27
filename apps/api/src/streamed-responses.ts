import { Readable } from 'node:stream';
import { Logger } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { traceOf } from '#platform/logging';
import { requestId } from './request.hooks.ts';

/**
 * Logs why a streamed response broke off after its beginning was sent, because no filter sees that failure. Must be
 * called before {@link compressResponses}, which replaces the stream by one that hides why it ended.
 */
export const logBrokenStreams = (api: NestFastifyApplication): void => {
  const log = new Logger('Errors');
  const server = api.getHttpAdapter().getInstance();
  server.addHook('onSend', (request, reply, payload, done) => {
    if (payload instanceof Readable)
      payload.once('error', (error) => {
        const { headersSent, destroyed: hasClientLeft } = reply.raw;
        if (headersSent && !hasClientLeft) log.error(`request ${request.headers[requestId]}: ${traceOf(error)}`);
      });
    done(null, payload);
  });
};
