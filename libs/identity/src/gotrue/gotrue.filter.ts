import { randomUUID } from 'node:crypto';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Injectable, Logger } from '@nestjs/common';
import { Refusal } from '#kernel';
import { UnstorableText, VersionConflict } from '#platform/event-store';
import { type RequestHead } from '#platform/http';
import { traceOf } from '#platform/logging';
import { isConnectionLost, isDiskFull } from '#platform/postgres';
import { AuthError, invalid, OAuthError, unreadable } from './gotrue.errors.ts';
import { inGoTrueTerms } from './gotrue.refusals.ts';

type Reply = { header(name: string, value: string): Reply; status(code: number): Reply; send(body: unknown): unknown };

/** The first version of the protocol whose errors have a text as their code. */
const namedErrors = '2024-01-01';
const versionHeader = 'x-supabase-api-version';

/** Every failure under /auth/v1 in GoTrue's own shape, as old or new as the client asks for. */
@Catch()
@Injectable()
export class AuthErrorsFilter implements ExceptionFilter {
  readonly #log = new Logger(AuthErrorsFilter.name);

  /** Whether a request is answered in GoTrue's shape: also where no route was found or its body could not be read. */
  static covers({ url }: { readonly url: string }): boolean {
    return /^\/auth\/v1(\/|\?|$)/.test(url);
  }

  catch(error: unknown, host: ArgumentsHost): void {
    const { headers } = host.switchToHttp().getRequest<RequestHead>();
    const reply = host.switchToHttp().getResponse<Reply>().header('Cache-Control', 'no-store');
    const byName = asksForNames(headers);
    if (byName) reply.header('X-Supabase-Api-Version', namedErrors);
    const told = answerTo(error);
    if (told instanceof OAuthError) {
      reply.status(400).send({ error: told.error, error_description: told.message });
      return;
    }
    const errorId = told.status >= 500 ? randomUUID() : undefined;
    if (errorId && !isExpected(error) && statusOf(error) !== 503 && !isDiskFull(error))
      this.#log.error(`${errorId} ${traceOf(error)}`);
    for (const [name, value] of Object.entries(told.headers)) reply.header(name, value);
    reply.header('X-Sb-Error-Code', told.code).status(told.status);
    if (byName) {
      reply.send({ code: told.code, message: told.message, ...told.details });
      return;
    }
    const id = errorId && { error_id: errorId };
    reply.send({ code: told.status, error_code: told.code, msg: told.message, ...id, ...told.details });
  }
}

const asksForNames = (headers: RequestHead['headers']): boolean => {
  const version = String(headers[versionHeader] ?? '');
  return /^\d{4}-\d{2}-\d{2}$/.test(version) && !Number.isNaN(Date.parse(version)) && version >= namedErrors;
};

/** What Nest and Fastify refuse before any of our routes is asked. */
const ofFramework: Readonly<Record<number, (why: string) => AuthError>> = {
  400: unreadable,
  413: () => new AuthError(413, 'request_entity_too_large', 'Request body too large (max 1048576 bytes)'),
  415: unreadable,
};

/** Failures that the product answers on purpose: where it matters, they have written their own line to the log. */
const isExpected = (error: unknown): boolean => error instanceof AuthError || error instanceof Refusal;

const answerTo = (error: unknown): AuthError | OAuthError => {
  if (error instanceof AuthError || error instanceof OAuthError) return error;
  if (error instanceof Refusal) return inGoTrueTerms(error);
  if (error instanceof VersionConflict) return new AuthError(409, 'conflict', 'Others were faster, please try again');
  if (isUnstorable(error)) return invalid('Some text holds characters that cannot be kept');
  const status = statusOf(error);
  const { message } = error as Error;
  if (isToldAlready(error)) return invalid(message);
  if (status < 500) return ofFramework[status]?.(message) ?? new AuthError(status, 'unknown', message);
  // A client keeps its session through a 503 and asks again.
  if (status === 503 || isConnectionLost(error) || isDiskFull(error))
    return new AuthError(503, 'unexpected_failure', 'Try again in a moment', { 'Retry-After': '1' });
  return new AuthError(500, 'unexpected_failure', 'Unexpected failure, please check server logs for more information');
};

/** Nest's exceptions know their status, and so do Fastify's for bodies that cannot be read. */
const statusOf = (error: unknown): number => {
  if (error instanceof HttpException) return error.getStatus();
  const { statusCode } = (error ?? {}) as { statusCode?: unknown };
  return typeof statusCode === 'number' && statusCode >= 400 ? statusCode : 500;
};

/** What was refused before it reached us, in the product's own shape: an address with NUL in it. */
const isToldAlready = (error: unknown): boolean => {
  const answer = error instanceof HttpException && error.getResponse();
  return typeof answer === 'object' && (answer as { code?: unknown }).code === 'invalid';
};

/** NUL and half characters: the log says so of events, Postgres (class 22) of rows and of what is looked for. */
const isUnstorable = (error: unknown): boolean =>
  error instanceof UnstorableText || /^22(021|P02|P05)$/.test((error as { code?: string } | null)?.code ?? '');
