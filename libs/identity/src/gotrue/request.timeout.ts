import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
// The key of the metadata with which Nest marks routes that redirect. Nest does not export it publicly.
import { REDIRECT_METADATA } from '@nestjs/common/constants.js';
import { type Observable, timeout } from 'rxjs';
import { AuthError } from './gotrue.errors.ts';
import { AuthErrorsFilter } from './gotrue.filter.ts';

/** The time limit of a request, in milliseconds. */
const timeLimit = 10_000;
const signInTimeLimit = 15_000;

const timedOut = () =>
  new AuthError(504, 'request_timeout', 'Processing this request timed out, please retry after a moment.');

type TimedRequest = { readonly url: string; readonly query?: unknown };

/**
 * A client that retries a refresh after a timeout may present a used token and lose its session, so refreshes have no
 * limit.
 */
const isRefresh = ({ url, query }: TimedRequest): boolean =>
  /\/token\/?(\?|$)/.test(url) && (query as { grant_type?: unknown } | undefined)?.grant_type === 'refresh_token';

/** A sign-in has more time than other requests, because it may have to wait in the queue of password checks. */
const limitFor = ({ query }: TimedRequest): number =>
  (query as { grant_type?: unknown } | undefined)?.grant_type === 'password' ? signInTimeLimit : timeLimit;

/**
 * Responds with 504 when the time limit is reached, so that clients retry. Redirects have no limit, because a person is
 * waiting for them in the browser.
 */
@Injectable()
export class RequestTimeout implements NestInterceptor {
  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    const response = next.handle();
    if (execution.getType() !== 'http') return response;
    const request = execution.switchToHttp().getRequest<TimedRequest>();
    const hasTimeout = AuthErrorsFilter.covers(request) && !isRefresh(request);
    if (!hasTimeout || Reflect.hasMetadata(REDIRECT_METADATA, execution.getHandler())) return response;
    return response.pipe(
      timeout({
        first: limitFor(request),
        with: () => {
          throw timedOut();
        },
      }),
    );
  }
}
