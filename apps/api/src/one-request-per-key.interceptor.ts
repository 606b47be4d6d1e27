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

type Asked = RawBodyRequest<ApiRequest> & { readonly method: string };

const remembered = '48 hours';
/** About one request in so many forgets what is too old. */
const sweepEvery = 500;

/** A key that was used for one request is refused for another: 422. The same request again is done once by the log's ids. */
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
    const request = execution.switchToHttp().getRequest<Asked>();
    return from(this.#only(key, request)).pipe(switchMap(() => next.handle()));
  }

  async #only(key: string, { method, url, rawBody }: Asked): Promise<void> {
    const sha256 = createHash('sha256')
      .update(`${method} ${url}\n`)
      .update(rawBody ?? '')
      .digest();
    const [known] = await this.database.query<{ sha256: Buffer }>(
      // An update that changes nothing waits for whoever asks at the same instant, and answers what stands then.
      `insert into requests.keys as k (key, sha256) values ($1, $2)
       on conflict (key) do update set asked_at = k.asked_at returning k.sha256`,
      [key, sha256],
    );
    if (known && !known.sha256.equals(sha256))
      throw new HttpException(
        { code: 'idempotency-key-reused', message: 'This Idempotency-Key was used for another request' },
        422,
      );
    this.#count += 1;
    if (this.#count % sweepEvery === 0)
      await this.database.query(`delete from requests.keys where asked_at < now() - interval '${remembered}'`);
  }
}
