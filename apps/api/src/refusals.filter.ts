import { type ArgumentsHost, Catch, HttpException, Logger } from '@nestjs/common';
import { BaseExceptionFilter } from '@nestjs/core';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { AuthErrorsFilter, LimitReached } from '#identity';
import { Refusal } from '#kernel';
import {
  AppendTooLarge,
  LogUnavailable,
  UnstorableNumber,
  UnstorableText,
  VersionConflict,
  WrittenByNewerRelease,
} from '#platform/event-store';
import { type RequestHead } from '#platform/http';
import { traceOf } from '#platform/logging';
import { GatewayUnavailable } from '#platform/payments-gateway';
import { isConnectionLost, isDiskFull } from '#platform/postgres';
import { requestId } from './request.hooks.ts';

/** The response to a request that was refused or that failed. */
export const refusal = z.object({ code: z.string(), message: z.string() });
/** The response with status 400. `issues` says what is wrong with which field. */
export const invalidRequest = refusal.extend({
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});

/**
 * Turns every error into `{ code, message }`. A refusal gets status 409, or the status that corresponds to the suffix
 * of its code. A resource of another user gets the same response as a missing one. An unexpected error gets status 500
 * and is logged with the request's id.
 */
@Catch()
export class RefusalsFilter extends BaseExceptionFilter {
  readonly #log = new Logger('Errors');

  constructor(private readonly authErrors: AuthErrorsFilter) {
    super();
  }

  override catch(error: unknown, host: ArgumentsHost): void {
    if (host.getType() !== 'http') throw error;
    // An auth request can fail before it reaches its route, for example because its body cannot be parsed.
    const request = host.switchToHttp().getRequest<RequestHead & { url: string }>();
    if (AuthErrorsFilter.covers(request)) this.authErrors.catch(error, host);
    else {
      const exception = this.#exceptionFor(error, request);
      if (exception.getStatus() === 503)
        host
          .switchToHttp()
          .getResponse<FastifyReply>()
          .header('Retry-After', isDiskFull(error) ? '10' : '1');
      super.catch(exception, host);
    }
  }

  #logUnexpected(error: unknown, headers: RequestHead['headers']): void {
    if (!hasClientLeft(error)) this.#log.error(`request ${headers[requestId]}: ${traceOf(error)}`);
  }

  #exceptionFor(error: unknown, { headers }: RequestHead): HttpException {
    if (error instanceof Refusal) return fromRefusal(error);
    if (error instanceof HttpException) return fromHttpException(error);
    if (error instanceof VersionConflict)
      return httpError(409, 'try-again', 'Someone else changed this at the same time. Please try again.');
    if (error instanceof AppendTooLarge) return httpError(413, 'too-large', 'This is too large to save at once');
    if (error instanceof UnstorableText || hasInvalidText(error))
      return httpError(400, 'invalid', 'The request contains characters that cannot be stored');
    if (error instanceof UnstorableNumber || isOutOfRange(error))
      return httpError(400, 'invalid', 'A date or number is out of range');
    const status = clientErrorStatus(error);
    if (status) return httpError(status, status === 413 ? 'too-large' : 'invalid', (error as Error).message);
    const outage = fromOutage(error);
    if (outage) return outage;
    this.#logUnexpected(error, headers);
    return httpError(500, 'unexpected', 'Something went wrong on our end');
  }
}

const httpError = (status: number, code: string, message: string): HttpException =>
  new HttpException({ code, message } satisfies z.output<typeof refusal>, status);

/**
 * The database or the payment provider cannot be reached, a disk is full, or a newer release is being started. Whatever
 * is wrong is logged once, not for each failed request.
 */
const fromOutage = (error: unknown): HttpException | undefined => {
  if (error instanceof LogUnavailable)
    return httpError(503, 'unavailable', 'Nothing can be saved at the moment. Please try again in a moment.');
  if (isConnectionLost(error))
    return httpError(503, 'unavailable', 'Festoon is temporarily unavailable. Please try again in a moment.');
  if (error instanceof GatewayUnavailable)
    return httpError(
      503,
      'payments-unavailable',
      'Payments are temporarily unavailable. Please try again in a moment.',
    );
  if (error instanceof WrittenByNewerRelease)
    return httpError(503, 'updating', 'Festoon is being updated. Please try again in a moment.');
  if (isDiskFull(error))
    return httpError(503, 'storage-full', 'Nothing can be saved at the moment. Please try again later.');
  return undefined;
};

const fromRefusal = (refusal: Refusal): HttpException => {
  const { code, message } = refusal;
  if (refusal instanceof LimitReached) return httpError(429, 'too-many-requests', message);
  if (code === 'behind' || code.endsWith('-busy')) return httpError(503, code, message);
  if (/-not-(found|yours)$/.test(code))
    return httpError(404, code.replace(/-yours$/, '-found'), 'This does not exist, or you do not have access to it');
  return httpError(code.endsWith('-not-allowed') ? 403 : 409, code, message);
};

/** Converts Nest's own errors to our shape; errors that already have it are passed on unchanged. */
const fromHttpException = (error: HttpException): HttpException => {
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
  return httpError(
    status,
    codes[status] ?? 'refused',
    status === 404 ? 'This does not exist, or you do not have access to it' : error.message,
  );
};

/** The status of Fastify's own errors about a request: broken JSON, a body too large, an unsupported content type. */
const clientErrorStatus = (error: unknown): number | undefined => {
  const { statusCode, code } = (error ?? {}) as { statusCode?: number; code?: string };
  if (error instanceof SyntaxError && statusCode === 400) return 400;
  return code?.startsWith('FST_') && statusCode && statusCode < 500 ? statusCode : undefined;
};

/** The client closed the connection before a streamed response was complete. */
const hasClientLeft = (error: unknown): boolean =>
  (error as { code?: string } | null)?.code === 'ERR_STREAM_PREMATURE_CLOSE';

/** Postgres reports these codes for a NUL character in a query parameter. */
const hasInvalidText = (error: unknown): boolean =>
  /^22(021|P05)$/.test((error as { code?: string } | null)?.code ?? '');

/** Postgres reports these codes for a date or number in a query parameter that is out of range. */
const isOutOfRange = (error: unknown): boolean =>
  /^220(03|07|08)$/.test((error as { code?: string } | null)?.code ?? '');
