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

/** A program that waits longer is told to ask again, and does. People who are being sent on wait for where to. */
@Injectable()
export class WithinTime implements NestInterceptor {
  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    const answer = next.handle();
    const isOurs = execution.getType() === 'http' && AuthErrorsFilter.covers(execution.switchToHttp().getRequest());
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
