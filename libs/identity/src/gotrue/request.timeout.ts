import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
// Nest marks routes that redirect with it, and has no public name for it.
import { REDIRECT_METADATA } from '@nestjs/common/constants.js';
import { type Observable, timeout } from 'rxjs';
import { AuthError } from './gotrue.errors.ts';
import { AuthErrorsFilter } from './gotrue.filter.ts';

/** In milliseconds. */
const longest = 10_000;

const tooLate = () =>
  new AuthError(504, 'request_timeout', 'Processing this request timed out, please retry after a moment.');

type Asked = { readonly url: string; readonly query?: unknown };

/** Whoever is told to send a refresh token again does so when it may be used no more, and loses the session. */
const isRefresh = ({ url, query }: Asked): boolean =>
  /\/token\/?(\?|$)/.test(url) && (query as { grant_type?: unknown } | undefined)?.grant_type === 'refresh_token';

/** A program that waits longer is told to ask again, and does. People who are being sent on wait for where to. */
@Injectable()
export class RequestTimeout implements NestInterceptor {
  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    const answer = next.handle();
    if (execution.getType() !== 'http') return answer;
    const asked = execution.switchToHttp().getRequest<Asked>();
    const isOurs = AuthErrorsFilter.covers(asked) && !isRefresh(asked);
    if (!isOurs || Reflect.hasMetadata(REDIRECT_METADATA, execution.getHandler())) return answer;
    return answer.pipe(
      timeout({
        first: longest,
        with: () => {
          throw tooLate();
        },
      }),
    );
  }
}
