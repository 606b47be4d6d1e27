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
import type { ApiRequest } from './session.guard.ts';

/** In a response: the position of the last event written. In a request: the position that the response must show. */
const position = 'X-Position';
/** In the response to a signed-in user's read: a position such that the response shows everything up to it. */
const shownPosition = 'X-Shown-Position';
const positionPattern = /^\d{1,19}$/;

/**
 * Delays the response to a write until the read tables show it, at most two seconds; after that the response has the
 * header `X-Readable: later`. A request with an `X-Position` reads from tables that show this position, or is refused
 * with 503 `behind`. It never reads older data. What happened after the `X-Shown-Position` of a read may not be in it:
 * a page requests these messages when it opens its socket.
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
    const [request, reply] = [
      http.getRequest<FastifyRequest & Pick<ApiRequest, 'caller'>>(),
      http.getResponse<FastifyReply>(),
    ];
    const header = request.headers[position.toLowerCase()];
    const handle = () => {
      const shown = this.projector.shownPosition;
      if (request.method === 'GET' && request.caller && shown > 0n) reply.header(shownPosition, String(shown));
      return next.handle();
    };
    const responses = header === undefined ? handle() : from(this.#requireCaughtUp(header)).pipe(switchMap(handle));
    return responses.pipe(concatMap((body: unknown) => this.#withPosition(reply, body)));
  }

  async #requireCaughtUp(header: string | string[]): Promise<void> {
    if (typeof header !== 'string' || !positionPattern.test(header)) throw invalidPosition();
    const requiredPosition = BigInt(header);
    if (await this.projector.waitUntilProjected(requiredPosition, 0)) return;
    // A position that was never written is refused at once, so that such requests do not pile up waiting.
    if (requiredPosition > (await this.store.head())) throw invalidPosition();
    if (await this.projector.waitUntilProjected(requiredPosition)) return;
    const message = 'Your change was saved but cannot be shown yet. Please try again in a moment.';
    throw new ServiceUnavailableException({ code: 'behind', message });
  }

  async #withPosition(reply: FastifyReply, body: unknown): Promise<unknown> {
    const { wrote } = this.context;
    if (wrote > 0n) {
      reply.header(position, String(wrote));
      if (!(await this.projector.waitUntilProjected(wrote))) reply.header('X-Readable', 'later');
    }
    return body;
  }
}

const invalidPosition = () =>
  new BadRequestException({
    code: 'invalid',
    message: 'X-Position must be a value that an earlier response contained',
  });
