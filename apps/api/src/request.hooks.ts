import type { IncomingMessage } from 'node:http';
import { BadRequestException } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { anonymous, originOfRequest } from '#platform/http';
import { Metrics } from '#platform/metrics';
import { type OpenSpan, Tracer } from '#platform/tracing';

export const requestId = 'x-request-id';

/**
 * Gives every request an id, the sender's or a new one. Events, log lines and the response carry it. A request with a
 * NUL character in its URL is refused, because Postgres cannot store or compare NUL.
 */
export const addRequestHooks = (api: NestFastifyApplication): void => {
  const server = api.getHttpAdapter().getInstance();
  server.addHook('onRequest', (incoming, reply, done) => {
    const { request } = originOfRequest(incoming, anonymous);
    incoming.headers[requestId] = request;
    reply.header(requestId, request);
    done(hasOneHost(incoming.raw) ? urlError(incoming.url) : invalidHostError());
  });
};

/** Measures every request by the pattern of its route. Requests without a route share one name. */
export const measureRequests = (api: NestFastifyApplication): void => {
  const metrics = api.get(Metrics);
  const server = api.getHttpAdapter().getInstance();
  server.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request;
    const route = routeOptions.url ?? 'none';
    metrics.recordRequest({ method, route, status: reply.statusCode, seconds: reply.elapsedTime / 1_000 });
    done();
  });
};

/** Records every request as a span. It names the pattern of the route instead of the URL, which can contain secrets. */
export const traceRequests = (api: NestFastifyApplication): void => {
  const tracer = api.get(Tracer);
  if (!tracer.isOn) return;
  const server = api.getHttpAdapter().getInstance();
  const spans = new WeakMap<FastifyRequest, OpenSpan>();
  server.addHook('onRequest', (request, reply, done) => {
    const { method, headers, routeOptions } = request;
    const route = routeOptions.url ?? 'none';
    const span = tracer.start({
      name: `${method} ${route}`,
      kind: 'server',
      correlation: String(headers[requestId]),
      traceparent: headers.traceparent,
      attributes: { 'http.request.method': method, 'http.route': route },
    });
    spans.set(request, span);
    // A connection that ends before the response is complete is closed too.
    reply.raw.once('close', () => {
      span.set({ 'http.response.status_code': reply.statusCode });
      if (reply.statusCode >= 500) span.fail(String(reply.statusCode));
      span.end();
    });
    span.enter(done);
  });
  // The body arrives outside of the span.
  server.addHook('preValidation', (request, _, done) => {
    const span = spans.get(request);
    if (span) span.enter(done);
    else done();
  });
};

/** Responds to a request whose path the router cannot decode. Neither hooks nor filters run for it. */
export const refuseAddress = (error: FastifyError, incoming: FastifyRequest, reply: FastifyReply): void => {
  void reply
    .status(error.statusCode ?? 400)
    .header(requestId, originOfRequest(incoming, anonymous).request)
    .send({ code: 'invalid', message: 'The URL is not encoded correctly' });
};

/** HTTP/1.1 requires exactly one Host header. With two, a proxy and this server could read different hosts. */
const hasOneHost = ({ httpVersion, rawHeaders }: IncomingMessage): boolean => {
  const hosts = rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host').length;
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0');
};

// Percent-encoded letters, digits and unreserved characters: the router decodes them, but checks that read the raw URL
// do not.
const needlesslyEncoded = /^[^?]*%(2[de]|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/i;

const urlError = (url: string): BadRequestException | undefined => {
  if (url.includes('%00')) return nulError();
  if (url.startsWith('/') && !needlesslyEncoded.test(url)) return undefined;
  return new BadRequestException({
    code: 'invalid',
    message: 'Do not percent-encode letters and digits in the URL',
  });
};

const nulError = (): BadRequestException =>
  new BadRequestException({ code: 'invalid', message: 'The request contains characters that cannot be stored' });

const invalidHostError = (): BadRequestException =>
  new BadRequestException({ code: 'invalid', message: 'An HTTP/1.1 request must have exactly one Host header' });
