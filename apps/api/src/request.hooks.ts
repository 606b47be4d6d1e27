import type { IncomingMessage } from 'node:http';
import { BadRequestException } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { anonymous, originOfRequest } from '#platform/http';

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
    done(hasOneHost(asked.raw) ? whyUnread(asked.url) : nowhere());
  });
};

/** HTTP/1.1 demands exactly one; two could mean one site to a proxy and another to us. */
const hasOneHost = ({ httpVersion, rawHeaders }: IncomingMessage): boolean => {
  const hosts = rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host').length;
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0');
};

// Letters and digits in disguise: the router knows them, whatever looks at the address as it stands would not.
const disguised = /^[^?]*%(2[de]|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/i;

const whyUnread = (url: string): BadRequestException | undefined => {
  if (url.includes('%00')) return unreadable();
  if (url.startsWith('/') && !disguised.test(url)) return undefined;
  return new BadRequestException({
    code: 'invalid',
    message: 'Please write letters and digits of the address plainly',
  });
};

const unreadable = (): BadRequestException =>
  new BadRequestException({ code: 'invalid', message: 'Some text holds characters that cannot be kept' });

const nowhere = (): BadRequestException =>
  new BadRequestException({ code: 'invalid', message: 'A request of HTTP/1.1 has one Host header' });
