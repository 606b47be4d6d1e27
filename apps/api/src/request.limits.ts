import { type ExecutionContext, HttpException, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { Config } from '#platform/config';
import { type Allowance, type Limit, Limits, limitHeaders, limitOfRoute, uncountedRoute } from '#platform/rate-limits';

/** All requests of one person, or of one network that says no name. Counted by each process for itself. */
const all = { times: 300, seconds: 60 };
/** So many are remembered at most. */
const mostAskers = 100_000;

const counted = /^\/(api|functions)\/v1\//;
type Asked = { readonly url: string; readonly routeOptions: { readonly url?: string | undefined } };
type Reply = { header(name: string, value: string): unknown };
type Count = { taken: number; readonly until: number };

/** How often the API may be asked. A write to a table for every request would cost more than what it guards. */
@Injectable()
export class RequestLimits {
  readonly #counts = new Map<string, Count>();

  constructor(
    private readonly reflector: Reflector,
    private readonly limits: Limits,
    private readonly config: Config,
  ) {}

  /** Says in headers what is left. Throws 429 `too-many-requests`. */
  async count(asker: string, execution: ExecutionContext): Promise<void> {
    const route = execution.getHandler();
    if (this.reflector.get<boolean | undefined>(uncountedRoute, route)) return;
    const http = execution.switchToHttp();
    const { url, routeOptions } = http.getRequest<Asked>();
    const reply = http.getResponse<Reply>();
    if (counted.test(url) || counted.test(routeOptions.url ?? '')) this.#answer(this.#take(asker), reply);
    const limit = this.reflector.get<Limit | undefined>(limitOfRoute, route);
    if (limit) this.#answer(await this.limits.take(limit, asker), reply);
  }

  #answer(allowance: Allowance, reply: Reply): void {
    for (const [name, value] of Object.entries(limitHeaders(allowance))) reply.header(name, value);
    if (allowance.allowed) return;
    reply.header('Retry-After', String(allowance.seconds));
    const seconds = allowance.seconds === 1 ? '1 second' : `${allowance.seconds} seconds`;
    const message = `That was too often. Please try again in ${seconds}.`;
    throw new HttpException({ code: 'too-many-requests', message }, 429);
  }

  #take(asker: string): Allowance {
    const times = Math.ceil(all.times * this.config.rateLimits) || Number.POSITIVE_INFINITY;
    const now = Date.now();
    const known = this.#counts.get(asker);
    const count = known && known.until > now ? known : this.#begin(asker, now);
    count.taken += 1;
    const { taken, until } = count;
    const seconds = Math.ceil((until - now) / 1_000);
    return { allowed: taken <= times, times, taken, left: Math.max(0, times - taken), seconds };
  }

  #begin(asker: string, now: number): Count {
    if (this.#counts.size >= mostAskers) this.#counts.clear();
    const count = { taken: 0, until: now + all.seconds * 1_000 };
    // Whoever begins anew stands last, so the first are those whose time is over.
    this.#counts.delete(asker);
    this.#counts.set(asker, count);
    for (const [other, { until }] of this.#counts) {
      if (until > now) break;
      this.#counts.delete(other);
    }
    return count;
  }
}
