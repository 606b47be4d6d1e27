import { randomUUID } from 'node:crypto';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Injectable, Logger } from '@nestjs/common';
import { Refusal } from '#kernel';
import { UnstorableText, VersionConflict, WrittenByNewerRelease } from '#platform/event-store';
import { type RequestHead } from '#platform/http';
import { traceOf } from '#platform/logging';
import { isConnectionLost, isDiskFull } from '#platform/postgres';
import { AuthError, OAuthError, unreadableBody, validationError } from './gotrue.errors.ts';
import { asGoTrueError } from './gotrue.refusals.ts';

type Reply = { header(name: string, value: string): Reply; status(code: number): Reply; send(body: unknown): unknown };

/** The first version of the protocol in which an error's code is a text. */
const namedErrors = '2024-01-01';
const versionHeader = 'x-supabase-api-version';

/** Reports every failure under /auth/v1 in GoTrue's format, in the version that the client requests. */
@Catch()
@Injectable()
export class AuthErrorsFilter implements ExceptionFilter {
  readonly #log = new Logger(AuthErrorsFilter.name);

  /**
   * Whether errors of a request are reported in GoTrue's format, even if no route was found or its body could not be
   * read.
   */
  static covers({ url }: { readonly url: string }): boolean {
    return /^\/auth\/v1(\/|\?|$)/.test(url);
  }

  catch(error: unknown, host: ArgumentsHost): void {
    const { headers } = host.switchToHttp().getRequest<RequestHead>();
    const reply = host.switchToHttp().getResponse<Reply>().header('Cache-Control', 'no-store');
    const byName = acceptsNamedErrors(headers);
    if (byName) reply.header('X-Supabase-Api-Version', namedErrors);
    const failure = gotrueErrorOf(error);
    if (failure instanceof OAuthError) {
      reply.status(400).send({ error: failure.error, error_description: failure.message });
      return;
    }
    const errorId = failure.status >= 500 ? randomUUID() : undefined;
    if (errorId && !isExpected(error) && statusOf(error) !== 503 && !isDiskFull(error))
      this.#log.error(`${errorId} ${traceOf(error)}`);
    for (const [name, value] of Object.entries(failure.headers)) reply.header(name, value);
    reply.header('X-Sb-Error-Code', failure.code).status(failure.status);
    if (byName) {
      reply.send({ code: failure.code, message: failure.message, ...failure.details });
      return;
    }
    const id = errorId && { error_id: errorId };
    reply.send({ code: failure.status, error_code: failure.code, msg: failure.message, ...id, ...failure.details });
  }
}

const acceptsNamedErrors = (headers: RequestHead['headers']): boolean => {
  const version = String(headers[versionHeader] ?? '');
  return /^\d{4}-\d{2}-\d{2}$/.test(version) && !Number.isNaN(Date.parse(version)) && version >= namedErrors;
};

/** Errors with which Nest and Fastify reject a request before it reaches one of our routes. */
const frameworkErrors: Readonly<Record<number, (detail: string) => AuthError>> = {
  400: unreadableBody,
  413: () => new AuthError(413, 'request_entity_too_large', 'Request body too large (max 1048576 bytes)'),
  415: unreadableBody,
};

/** Failures that the product throws on purpose. Those that matter have already written a line to the log. */
const isExpected = (error: unknown): boolean => error instanceof AuthError || error instanceof Refusal;

const gotrueErrorOf = (error: unknown): AuthError | OAuthError => {
  if (error instanceof AuthError || error instanceof OAuthError) return error;
  if (error instanceof Refusal) return asGoTrueError(error);
  if (error instanceof VersionConflict)
    return new AuthError(409, 'conflict', 'Your account was changed at the same time. Try again.');
  if (isUnstorable(error)) return validationError('The request contains characters that cannot be stored');
  const status = statusOf(error);
  const { message } = error as Error;
  if (isProductRefusal(error)) return validationError(message);
  if (status < 500) return frameworkErrors[status]?.(message) ?? new AuthError(status, 'unknown', message);
  // GoTrue's client keeps its session after a 503 and retries.
  if (status === 503 || isConnectionLost(error) || isDiskFull(error) || error instanceof WrittenByNewerRelease)
    return new AuthError(503, 'unexpected_failure', 'Try again in a moment', { 'Retry-After': '1' });
  return new AuthError(500, 'unexpected_failure', 'Unexpected failure, please check server logs for more information');
};

/** Nest's exceptions carry a status, and so do Fastify's errors for bodies that cannot be read. */
const statusOf = (error: unknown): number => {
  if (error instanceof HttpException) return error.getStatus();
  const { statusCode } = (error ?? {}) as { statusCode?: unknown };
  return typeof statusCode === 'number' && statusCode >= 400 ? statusCode : 500;
};

/**
 * Whether another part of the product has already rejected the request in its own format, such as a URL that contains
 * NUL.
 */
const isProductRefusal = (error: unknown): boolean => {
  const failure = error instanceof HttpException && error.getResponse();
  return typeof failure === 'object' && (failure as { code?: unknown }).code === 'invalid';
};

/**
 * NUL and incomplete surrogate pairs: the event log rejects them in events, Postgres (class 22) in rows and query
 * parameters.
 */
const isUnstorable = (error: unknown): boolean =>
  error instanceof UnstorableText || /^22(021|P02|P05)$/.test((error as { code?: string } | null)?.code ?? '');
