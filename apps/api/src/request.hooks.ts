import { BadRequestException } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { anonymous, originOfRequest } from '#platform';

export const requestId = 'x-request-id';

/**
 * Every request has an id, the sender's or a new one. Events and lines in the log carry it, and the answer tells it. A NUL
 * in its address ends there: it would end a statement, too.
 */
export const hookRequests = (api: NestFastifyApplication): void => {
  const server = api.getHttpAdapter().getInstance();
  server.addHook('onRequest', (asked, reply, done) => {
    const { request } = originOfRequest(asked, anonymous);
    asked.headers[requestId] = request;
    reply.header(requestId, request);
    done(asked.url.includes('%00') ? unreadable() : undefined);
  });
};

const unreadable = (): BadRequestException =>
  new BadRequestException({ code: 'invalid', message: 'Some text holds characters that cannot be kept' });
