import { HttpException, Injectable } from '@nestjs/common';
import { PlansQueries } from '#plans';
import { Config } from '#platform/config';
import { Context } from '#platform/context';
import { anonymous } from '#platform/http';
import { type Allowance, countsOfNetwork, Limits, limitHeaders } from '#platform/rate-limits';

const [hour, day] = [3_600, 86_400];
const visitorLimits = [
  { name: 'ai.visitor-hour', times: 5, seconds: hour },
  { name: 'ai.visitor-day', times: 20, seconds: day },
];
const userLimit = { name: 'ai.user-hour', times: 30, seconds: hour };
/** The same count, with a higher limit, so that a new plan takes effect at once. */
const proLimit = { ...userLimit, times: 100 };

type Reply = { headers(values: Readonly<Record<string, string>>): unknown };

/** How many recommendations a caller gets, and all callers together. */
@Injectable()
export class AssistantLimits {
  constructor(
    private readonly limits: Limits,
    private readonly config: Config,
    private readonly context: Context,
    private readonly plans: PlansQueries,
  ) {}

  /**
   * Counts a request. Throws 429 `too-many-requests` above the caller's limits: without a session 5 an hour and 20 a
   * day for each IPv4 address or IPv6 /64, and 50 an hour and 200 a day for each IPv6 /48; 30 an hour for each user,
   * and 100 on the Pro plan. Throws 402 `assistant-budget-spent` once all replies of the day are given.
   */
  async count(ip: string | undefined, reply: Reply): Promise<void> {
    const { by } = this.context.origin;
    const now = this.context.now();
    const counts =
      by.id === anonymous.id
        ? visitorLimits.flatMap((limit) => countsOfNetwork(limit, ip))
        : [{ limit: (await this.plans.isPro(by.id)) ? proLimit : userLimit, key: by.id }];
    const allowance = await this.limits.takeEach(counts, now);
    if (!allowance.allowed) {
      reply.headers({ ...limitHeaders(allowance), 'Retry-After': String(allowance.seconds) });
      throw tooMany(allowance);
    }
    const budget = { name: 'ai.replies', times: this.config.assistantRepliesPerDay, seconds: day };
    if (!(await this.limits.take(budget, 'all', now)).allowed) throw spent();
  }
}

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
