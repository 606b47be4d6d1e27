import {
  BadRequestException,
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  ServiceUnavailableException,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { concatMap, from, type Observable, switchMap } from 'rxjs';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { Projector } from '#platform/projections';

/** In an answer: what was written. In a request: what the answer must show. */
const position = 'X-Position';
const longest = /^\d{1,19}$/;

/**
 * Answers a write only when a read would show it, or after two seconds: then `X-Readable: later` says so. A request that
 * names an `X-Position` is answered from what shows it, or refused as 503 `behind`, but never from what is older.
 */
@Injectable()
export class ReadYourWrites implements NestInterceptor {
  constructor(
    private readonly context: Context,
    private readonly projector: Projector,
    private readonly store: EventStore,
  ) {}

  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (execution.getType() !== 'http') return next.handle();
    const http = execution.switchToHttp();
    const named = http.getRequest<FastifyRequest>().headers[position.toLowerCase()];
    const answers = named === undefined ? next.handle() : from(this.#shown(named)).pipe(switchMap(() => next.handle()));
    return answers.pipe(concatMap((answer: unknown) => this.#told(http.getResponse<FastifyReply>(), answer)));
  }

  async #shown(named: string | string[]): Promise<void> {
    if (typeof named !== 'string' || !longest.test(named)) throw unsaid();
    const wanted = BigInt(named);
    if (await this.projector.waitUntilProjected(wanted, 0)) return;
    // Nobody takes up a place waiting for what was never written.
    if (wanted > (await this.store.head())) throw unsaid();
    if (await this.projector.waitUntilProjected(wanted)) return;
    const message = 'What was just saved cannot be shown yet, please try again in a moment';
    throw new ServiceUnavailableException({ code: 'behind', message });
  }

  async #told(reply: FastifyReply, answer: unknown): Promise<unknown> {
    const { wrote } = this.context;
    if (wrote > 0n) {
      reply.header(position, String(wrote));
      if (!(await this.projector.waitUntilProjected(wrote))) reply.header('X-Readable', 'later');
    }
    return answer;
  }
}

const unsaid = () =>
  new BadRequestException({ code: 'invalid', message: 'An X-Position is a number that an answer said' });
