import { Logger, ServiceUnavailableException } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';

/** So many requests are worked on at once: more would make all of them late, and none of them sooner. */
export const mostAtOnce = 128;
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
  const places = new WeakSet<object>();
  let underWay = 0;
  const leave = (reply: FastifyReply): void => {
    if (places.delete(reply)) underWay -= 1;
  };
  server.addHook('preHandler', ({ url }, reply, done) => {
    if (!counted.test(url)) return done();
    if (underWay >= mostAtOnce) {
      tell();
      return done(busy());
    }
    underWay += 1;
    places.add(reply);
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
