import { Logger, ServiceUnavailableException } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';

/** How many requests are worked on at once: more would make all of them slower and none of them faster. */
export const mostAtOnce = 128;
/** Sign-ins wait for their password's hash and refreshes are cheap: each has slots of its own, so neither takes those of the rest. */
const lanes = [
  { name: 'refreshes', of: /^\/auth\/v1\/token\/?\?(.*&)?grant_type=refresh_token(&|$)/, slots: 512 },
  { name: 'sign-ins', of: /^\/auth\/v1\/(signup|token)\/?(\?|$)/, slots: 384 },
  { name: 'others', of: /^/, slots: mostAtOnce },
] as const;
type Lane = (typeof lanes)[number];
const laneOf = (url: string): Lane => lanes.find(({ of }) => of.test(url)) ?? lanes[2];
/** The log tells how many were turned away no more often than this, in milliseconds. */
const tellEvery = 10_000;
const counted = /^\/(api|auth|functions)\//;

/**
 * Who comes while that many are waiting is told so at once: 503 `busy`, and when to come again. Neither who is slow to say
 * what they want nor who is slow to hear the answer keeps a place; the work of who has gone away does, until it is done.
 */
export const turnAwayCrowds = (api: NestFastifyApplication): void => {
  const server = api.getHttpAdapter().getInstance();
  const tell = telling();
  const laneByReply = new WeakMap<object, Lane>();
  const underWay = new Map<Lane, number>(lanes.map((lane) => [lane, 0]));
  const count = (lane: Lane, change: number): void => void underWay.set(lane, (underWay.get(lane) ?? 0) + change);
  const leave = (reply: FastifyReply): void => {
    const lane = laneByReply.get(reply);
    if (lane && laneByReply.delete(reply)) count(lane, -1);
  };
  server.addHook('preHandler', ({ url }, reply, done) => {
    if (!counted.test(url)) return done();
    const lane = laneOf(url);
    if ((underWay.get(lane) ?? 0) >= lane.slots) {
      tell();
      return done(busy());
    }
    count(lane, 1);
    laneByReply.set(reply, lane);
    done();
  });
  server.addHook('onSend', (_, reply, __, done) => {
    leave(reply);
    done();
  });
};

/** Counts who was turned away, and says so in the log now and then. */
const telling = (): (() => void) => {
  const log = new Logger('Crowds');
  let [turnedAway, told] = [0, 0];
  return () => {
    turnedAway += 1;
    if (Date.now() - told < tellEvery) return;
    log.warn(`Turned away: ${turnedAway}. So many requests are under way: ${mostAtOnce}.`);
    [turnedAway, told] = [0, Date.now()];
  };
};

const busy = () =>
  new ServiceUnavailableException({ code: 'busy', message: 'Too much is going on, please try again in a moment' });
