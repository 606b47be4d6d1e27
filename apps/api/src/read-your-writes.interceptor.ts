import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { concatMap, type Observable } from 'rxjs';
import { Context, Projector } from '#platform';

/** Answers a write only when a read would show it, or after two seconds; `X-Position` says what to wait for. */
@Injectable()
export class ReadYourWrites implements NestInterceptor {
  constructor(
    private readonly context: Context,
    private readonly projector: Projector,
  ) {}

  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (execution.getType() !== 'http') return next.handle();
    return next.handle().pipe(
      concatMap(async (answer: unknown) => {
        const { wrote } = this.context;
        if (wrote > 0n) {
          execution.switchToHttp().getResponse<FastifyReply>().header('X-Position', String(wrote));
          await this.projector.passed(wrote);
        }
        return answer;
      }),
    );
  }
}
