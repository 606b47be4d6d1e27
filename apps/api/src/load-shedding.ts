import { Logger, ServiceUnavailableException } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';

/**
 * How many requests of each class are processed at the same time: more would make all of them slower. Sign-ins wait for
 * password hashing, refreshes are cheap, and writes wait for the event log, which can be on another server: each class
 * has its own slots and does not use those of other requests.
 */
export const slots = { refreshes: 512, signIns: 384, reads: 128, writes: 128 };
type RequestClass = keyof typeof slots;
const requestClassOf = (method: string, url: string): RequestClass => {
  const request = `${method} ${url}`;
  if (/^POST \/auth\/v1\/token\/?\?(.*&)?grant_type=refresh_token(&|$)/.test(request)) return 'refreshes';
  if (/^POST \/auth\/v1\/(signup|token)\/?(\?|$)/.test(request)) return 'signIns';
  return /^(GET|HEAD)$/.test(method) ? 'reads' : 'writes';
};
/** The shortest time between two log lines about refused requests, in milliseconds. */
const reportInterval = 10_000;
const limitedPaths = /^\/(api|auth|functions)\//;

/**
 * Load shedding: when too many requests are in progress, a new one is refused at once with 503 `busy` and
 * `Retry-After`. A slot is held only while a handler runs, so slow uploads and slow downloads hold none. If the client
 * disconnects, the slot is held until its handler has finished.
 */
export const shedLoad = (api: NestFastifyApplication): void => {
  const server = api.getHttpAdapter().getInstance();
  const reportRefusal = refusalReporter();
  const classByReply = new WeakMap<object, RequestClass>();
  const inProgress: Record<RequestClass, number> = { refreshes: 0, signIns: 0, reads: 0, writes: 0 };
  const releaseSlot = (reply: FastifyReply): void => {
    const requestClass = classByReply.get(reply);
    if (requestClass && classByReply.delete(reply)) inProgress[requestClass] -= 1;
  };
  server.addHook('preHandler', ({ method, url }, reply, done) => {
    if (!limitedPaths.test(url)) return done();
    const requestClass = requestClassOf(method, url);
    if (inProgress[requestClass] >= slots[requestClass]) {
      reportRefusal();
      return done(busy());
    }
    inProgress[requestClass] += 1;
    classByReply.set(reply, requestClass);
    done();
  });
  server.addHook('onSend', (_, reply, __, done) => {
    releaseSlot(reply);
    done();
  });
};

/** Counts refused requests and logs the count from time to time. */
const refusalReporter = (): (() => void) => {
  const log = new Logger('LoadShedding');
  let [refused, reportedAt] = [0, 0];
  return () => {
    refused += 1;
    if (Date.now() - reportedAt < reportInterval) return;
    log.warn(`Requests refused with 503 because too many were in progress: ${refused}.`);
    [refused, reportedAt] = [0, Date.now()];
  };
};

const busy = () =>
  new ServiceUnavailableException({ code: 'busy', message: 'Festoon is busy. Try again in a moment.' });
