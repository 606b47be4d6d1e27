import { HttpException, Injectable } from '@nestjs/common';
import { Config } from '#platform/config';
import { Context } from '#platform/context';
import { anonymous } from '#platform/http';
import { type Allowance, type Limit, Limits, limitHeaders, networkOf, networkPrefixOf } from '#platform/rate-limits';

const [hour, day] = [3_600, 86_400];
const visitorLimits = [
  { name: 'ai.visitor-hour', times: 5, seconds: hour },
  { name: 'ai.visitor-day', times: 20, seconds: day },
];
/** A customer of an IPv6 provider often has a whole /48, which contains 65,536 of the networks that are counted above. */
const prefixLimits = [
  { name: 'ai.prefix-hour', times: 50, seconds: hour },
  { name: 'ai.prefix-day', times: 200, seconds: day },
];
const userLimits = [{ name: 'ai.user-hour', times: 30, seconds: hour }];

type Reply = { headers(values: Readonly<Record<string, string>>): unknown };

/** How many recommendations a caller gets, and all callers together. */
@Injectable()
export class AssistantLimits {
  constructor(
    private readonly limits: Limits,
    private readonly config: Config,
    private readonly context: Context,
  ) {}

  /**
   * Counts a request. Throws 429 `too-many-requests` above the caller's limits: without a session 5 an hour and 20 a day for
   * each IPv4 address or IPv6 /64, and 50 an hour and 200 a day for each IPv6 /48; 30 an hour for each user. Throws 402 `assistant-budget-spent` once all replies of the day are given.
   */
  async count(ip: string | undefined, reply: Reply): Promise<void> {
    const { by } = this.context.origin;
    const now = this.context.now();
    for (const { limit, key } of by.id === anonymous.id ? visitorCounts(ip) : countsOf(userLimits, by.id)) {
      const allowance = await this.limits.take(limit, key, now);
      if (allowance.allowed) continue;
      reply.headers({ ...limitHeaders(allowance), 'Retry-After': String(allowance.seconds) });
      throw tooMany(allowance);
    }
    const budget = { name: 'ai.replies', times: this.config.assistantRepliesPerDay, seconds: day };
    if (!(await this.limits.take(budget, 'all', now)).allowed) throw spent();
  }
}

const countsOf = (limits: readonly Limit[], key: string) => limits.map((limit) => ({ limit, key }));

const visitorCounts = (ip: string | undefined) => {
  const network = networkOf(ip);
  const isIpv6 = network.includes(':');
  return [...countsOf(visitorLimits, network), ...(isIpv6 ? countsOf(prefixLimits, networkPrefixOf(ip ?? null)) : [])];
};

const tooMany = ({ seconds }: Allowance): HttpException => {
  const minutes = Math.ceil(seconds / 60);
  const message = `Too many requests. Try again in ${minutes === 1 ? '1 minute' : `${minutes} minutes`}.`;
  return new HttpException({ code: 'too-many-requests', message }, 429);
};

const spent = (): HttpException =>
  new HttpException(
    { code: 'assistant-budget-spent', message: 'There are no more recommendations today. Try again tomorrow.' },
    402,
  );
