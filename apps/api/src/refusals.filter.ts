import { type ArgumentsHost, Catch, HttpException, Logger } from '@nestjs/common';
import { BaseExceptionFilter } from '@nestjs/core';
import type { FastifyReply } from 'fastify';
import { AuthErrorsFilter, LimitReached } from '#identity';
import { Refusal } from '#kernel';
import { AppendTooLarge, UnstorableNumber, UnstorableText, VersionConflict } from '#platform/event-store';
import { type RequestHead } from '#platform/http';
import { traceOf } from '#platform/logging';
import { isConnectionLost, isDiskFull } from '#platform/postgres';
import { requestId } from './request.hooks.ts';

type Answer = { readonly code: string; readonly message: string; readonly issues?: unknown };

/**
 * Every error as `{ code, message }`. A refusal is 409, or what the end of its code says. What is not yours looks exactly
 * like what is not there. What nobody foresaw is 500 and a line in the log with the request's id.
 */
@Catch()
export class RefusalsFilter extends BaseExceptionFilter {
  readonly #log = new Logger('Errors');

  constructor(private readonly authErrors: AuthErrorsFilter) {
    super();
  }

  override catch(error: unknown, host: ArgumentsHost): void {
    if (host.getType() !== 'http') throw error;
    // What never reached one of its routes, such as a body that cannot be read.
    const request = host.switchToHttp().getRequest<RequestHead & { url: string }>();
    if (AuthErrorsFilter.covers(request)) this.authErrors.catch(error, host);
    else {
      const told = this.#answer(error, request);
      if (told.getStatus() === 503)
        host
          .switchToHttp()
          .getResponse<FastifyReply>()
          .header('Retry-After', isDiskFull(error) ? '10' : '1');
      super.catch(told, host);
    }
  }

  #answer(error: unknown, { headers }: RequestHead): HttpException {
    if (error instanceof Refusal) return ofRefusal(error);
    if (error instanceof HttpException) return ofHttp(error);
    if (error instanceof VersionConflict) return answer(409, 'try-again', 'Others were faster, please try again');
    if (error instanceof AppendTooLarge) return answer(413, 'too-large', 'That is more than can be kept at once');
    if (error instanceof UnstorableText || isUnreadable(error))
      return answer(400, 'invalid', 'Some text holds characters that cannot be kept');
    if (error instanceof UnstorableNumber || isOutOfRange(error))
      return answer(400, 'invalid', 'A date or number is out of range');
    const status = clientsFault(error);
    if (status) return answer(status, status === 413 ? 'too-large' : 'invalid', (error as Error).message);
    const outage = ofOutage(error);
    if (outage) return outage;
    this.#log.error(`request ${headers[requestId]}: ${traceOf(error)}`);
    return answer(500, 'unexpected', 'Something went wrong on our side');
  }
}

const answer = (status: number, code: string, message: string): HttpException =>
  new HttpException({ code, message } satisfies Answer, status);

/** The database is away, or its disk is full; it says so in the log, once for all requests that fail of it. */
const ofOutage = (error: unknown): HttpException | undefined => {
  if (isConnectionLost(error)) return answer(503, 'unavailable', 'The database is away for a moment, please try again');
  if (isDiskFull(error))
    return answer(503, 'storage-full', 'Nothing can be saved at the moment. Please try again later.');
  return undefined;
};

const ofRefusal = (refusal: Refusal): HttpException => {
  const { code, message } = refusal;
  if (refusal instanceof LimitReached) return answer(429, 'too-many-requests', message);
  if (code.endsWith('-busy')) return answer(503, code, message);
  if (/-not-(found|yours)$/.test(code)) return answer(404, code.replace(/-yours$/, '-found'), 'There is nothing here');
  return answer(code.endsWith('-not-allowed') ? 403 : 409, code, message);
};

/** Nest's own errors have another shape; ours are passed on as they are. */
const ofHttp = (error: HttpException): HttpException => {
  const body = error.getResponse();
  if (typeof body === 'object' && 'code' in body) return error;
  const codes: Readonly<Record<number, string>> = {
    404: 'not-found',
    413: 'too-large',
    400: 'invalid',
    415: 'invalid',
    401: 'no-session',
  };
  const status = error.getStatus();
  return answer(status, codes[status] ?? 'refused', status === 404 ? 'There is nothing here' : error.message);
};

/** Fastify's own complaints about a request: broken JSON, a body too large, a type nobody reads. */
const clientsFault = (error: unknown): number | undefined => {
  const { statusCode, code } = (error ?? {}) as { statusCode?: number; code?: string };
  if (error instanceof SyntaxError && statusCode === 400) return 400;
  return code?.startsWith('FST_') && statusCode && statusCode < 500 ? statusCode : undefined;
};

/** Postgres says so of NUL in what is looked for. */
const isUnreadable = (error: unknown): boolean => /^22(021|P05)$/.test((error as { code?: string } | null)?.code ?? '');

/** And of a date or number that is looked for and that no column can hold. */
const isOutOfRange = (error: unknown): boolean =>
  /^220(03|07|08)$/.test((error as { code?: string } | null)?.code ?? '');
