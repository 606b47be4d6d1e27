import { createHash } from 'node:crypto';
import {
  type CallHandler,
  type ExecutionContext,
  HttpException,
  Injectable,
  type NestInterceptor,
  type RawBodyRequest,
} from '@nestjs/common';
import { from, type Observable, switchMap } from 'rxjs';
import { Context } from '#platform/context';
import { Database } from '#platform/postgres';
import type { ApiRequest } from './session.guard.ts';

type KeyedRequest = RawBodyRequest<ApiRequest> & { readonly method: string };

const retention = '48 hours';
/** Old keys are deleted about once per this many requests. */
const sweepEvery = 500;

/**
 * Refuses an idempotency key that was used for a different request, with 422. A repeated identical request passes; it
 * has no second effect, because the event log ignores repeated event ids.
 */
@Injectable()
export class OneRequestPerKey implements NestInterceptor {
  #count = 0;

  constructor(
    private readonly context: Context,
    private readonly database: Database,
  ) {}

  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    const key = execution.getType() === 'http' ? this.context.idempotencyKey : undefined;
    if (key === undefined) return next.handle();
    const request = execution.switchToHttp().getRequest<KeyedRequest>();
    return from(this.#requireSameRequest(key, request)).pipe(switchMap(() => next.handle()));
  }

  async #requireSameRequest(key: string, { method, url, rawBody }: KeyedRequest): Promise<void> {
    const sha256 = createHash('sha256')
      .update(`${method} ${url}\n`)
      .update(rawBody ?? '')
      .digest();
    const [known] = await this.database.query<{ sha256: Buffer }>(
      // The update changes nothing, but waits for a concurrent insert of the same key and returns the stored hash.
      `insert into requests.keys as k (key, sha256) values ($1, $2)
       on conflict (key) do update set first_used_at = k.first_used_at returning k.sha256`,
      [key, sha256],
    );
    if (known && !known.sha256.equals(sha256))
      throw new HttpException(
        { code: 'idempotency-key-reused', message: 'This Idempotency-Key was used for another request' },
        422,
      );
    this.#count += 1;
    if (this.#count % sweepEvery === 0)
      await this.database.query(`delete from requests.keys where first_used_at < now() - interval '${retention}'`);
  }
}
