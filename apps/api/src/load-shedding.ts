import { Logger, ServiceUnavailableException } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';

/** How many requests are processed at the same time: more would make all of them slower. */
export const maximumConcurrentRequests = 128;
/** Sign-ins wait for password hashing and refreshes are cheap: both have slots of their own and do not use up those of the rest. */
const lanes = [
  { name: 'refreshes', of: /^\/auth\/v1\/token\/?\?(.*&)?grant_type=refresh_token(&|$)/, slots: 512 },
  { name: 'sign-ins', of: /^\/auth\/v1\/(signup|token)\/?(\?|$)/, slots: 384 },
  { name: 'others', of: /^/, slots: maximumConcurrentRequests },
] as const;
type Lane = (typeof lanes)[number];
const laneOf = (url: string): Lane => lanes.find(({ of }) => of.test(url)) ?? lanes[2];
/** The shortest time between two log lines about refused requests, in milliseconds. */
const reportInterval = 10_000;
const limitedPaths = /^\/(api|auth|functions)\//;

/**
 * Load shedding: when too many requests are in progress, a new one is answered at once with 503 `busy` and `Retry-After`.
 * A slot is held only while a handler runs, so slow uploads and slow downloads hold none. If the client disconnects, the
 * slot is held until its handler has finished.
 */
export const shedLoad = (api: NestFastifyApplication): void => {
  const server = api.getHttpAdapter().getInstance();
  const reportRefusal = refusalReporter();
  const laneByReply = new WeakMap<object, Lane>();
  const inProgress = new Map<Lane, number>(lanes.map((lane) => [lane, 0]));
  const count = (lane: Lane, change: number): void => void inProgress.set(lane, (inProgress.get(lane) ?? 0) + change);
  const releaseSlot = (reply: FastifyReply): void => {
    const lane = laneByReply.get(reply);
    if (lane && laneByReply.delete(reply)) count(lane, -1);
  };
  server.addHook('preHandler', ({ url }, reply, done) => {
    if (!limitedPaths.test(url)) return done();
    const lane = laneOf(url);
    if ((inProgress.get(lane) ?? 0) >= lane.slots) {
      reportRefusal();
      return done(busy());
    }
    count(lane, 1);
    laneByReply.set(reply, lane);
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
    log.warn(`Requests answered with 503 because too many were in progress: ${refused}.`);
    [refused, reportedAt] = [0, Date.now()];
  };
};

const busy = () =>
  new ServiceUnavailableException({ code: 'busy', message: 'Festoon is busy. Try again in a moment.' });
