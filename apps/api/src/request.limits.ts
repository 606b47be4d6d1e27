import {
  type CallHandler,
  type ExecutionContext,
  HttpException,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { catchError, type Observable } from 'rxjs';
import { Refusal } from '#kernel';
import { Config } from '#platform/config';
import {
  type Allowance,
  countsOfNetwork,
  type Limit,
  type LimitCount,
  Limits,
  limitHeaders,
  limitOfRoute,
  type RouteLimit,
  uncountedRoute,
} from '#platform/rate-limits';

/** The limit for all requests of one user, or of one network without a session. Each process counts separately. */
const generalLimit: Limit = { name: 'api.requests', times: 300, seconds: 60 };
const limitedPaths = /^\/(api|functions)\/v1\//;
type RoutedRequest = {
  readonly url: string;
  readonly ip?: string;
  readonly caller?: { readonly userId: string };
  readonly query?: unknown;
  readonly routeOptions: { readonly url?: string | undefined };
};
type Reply = { header(name: string, value: string): unknown };
type Count = { taken: number; readonly until: number };

/**
 * Applies the general rate limit and those of single routes. The general one is counted in memory, because a database
 * write for every request would cost too much; `Limits` counts the others in the database.
 */
@Injectable()
export class RequestLimits implements NestInterceptor {
  readonly #counts = new Map<string, Count>();
  /** The maximum number of callers that are remembered at the same time. */
  maxCallers = 100_000;

  constructor(
    private readonly reflector: Reflector,
    private readonly limits: Limits,
    private readonly config: Config,
  ) {}

  /**
   * Counts the request for its user or, without a session, for its network. Sets headers that say how many requests are
   * left. Throws 429 `too-many-requests`.
   */
  async count(userId: string | undefined, execution: ExecutionContext): Promise<void> {
    const route = execution.getHandler();
    if (this.reflector.get<boolean | undefined>(uncountedRoute, route)) return;
    const http = execution.switchToHttp();
    const { url, ip, query, routeOptions } = http.getRequest<RoutedRequest>();
    const reply = http.getResponse<Reply>();
    if (limitedPaths.test(url) || limitedPaths.test(routeOptions.url ?? ''))
      for (const count of countsOf(generalLimit, userId, ip)) this.#apply(this.#take(count), reply);
    const limit = this.reflector.get<RouteLimit | undefined>(limitOfRoute, route);
    if (limit && isCovered(limit, query)) this.#apply(await this.limits.takeEach(countsOf(limit, userId, ip)), reply);
  }

  /** Gives back what a refused request took of a limit that only accepted requests count against. */
  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    const limit = this.reflector.get<RouteLimit | undefined>(limitOfRoute, execution.getHandler());
    if (!limit?.acceptedOnly) return next.handle();
    const { caller, ip } = execution.switchToHttp().getRequest<RoutedRequest>();
    return next.handle().pipe(
      catchError(async (error: unknown) => {
        if (isRefusal(error))
          for (const { key, limit: taken } of countsOf(limit, caller?.userId, ip))
            await this.limits.giveBack(taken, key);
        throw error;
      }),
    );
  }

  #apply(allowance: Allowance, reply: Reply): void {
    for (const [name, value] of Object.entries(limitHeaders(allowance))) reply.header(name, value);
    if (allowance.allowed) return;
    reply.header('Retry-After', String(allowance.seconds));
    const seconds = allowance.seconds === 1 ? '1 second' : `${allowance.seconds} seconds`;
    const message = `Too many requests. Try again in ${seconds}.`;
    throw new HttpException({ code: 'too-many-requests', message }, 429);
  }

  #take({ limit, key: caller }: LimitCount): Allowance {
    const times = Math.ceil(limit.times * this.config.rateLimits) || Number.POSITIVE_INFINITY;
    const now = Date.now();
    const knownCount = this.#counts.get(caller);
    const count = knownCount && knownCount.until > now ? knownCount : this.#startPeriod(caller, now);
    count.taken += 1;
    const { taken, until } = count;
    const seconds = Math.ceil((until - now) / 1_000);
    return { allowed: taken <= times, times, taken, left: Math.max(0, times - taken), seconds };
  }

  #startPeriod(caller: string, now: number): Count {
    const count = { taken: 0, until: now + generalLimit.seconds * 1_000 };
    // Map keeps insertion order, so expired entries come first.
    this.#counts.delete(caller);
    this.#counts.set(caller, count);
    for (const [other, { until }] of this.#counts) {
      if (until > now) break;
      this.#counts.delete(other);
    }
    for (const [oldest] of this.#counts) {
      if (this.#counts.size <= this.maxCallers) break;
      this.#counts.delete(oldest);
    }
    return count;
  }
}

const countsOf = (limit: Limit, userId: string | undefined, ip: string | undefined): readonly LimitCount[] =>
  userId === undefined ? countsOfNetwork(limit, ip) : [{ limit, key: userId }];

const isCovered = ({ query: parameter }: RouteLimit, query: unknown): boolean =>
  parameter === undefined || Boolean((query as Readonly<Record<string, unknown>> | undefined)?.[parameter]);

/** Whether the request had no effect because of this error. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Refusal || (error instanceof HttpException && error.getStatus() < 500);
