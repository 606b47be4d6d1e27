import { expect, jest, test } from '@jest/globals';
import { Limits } from '#platform/rate-limits';
import { AssistantLimits } from './assistant.limits.ts';

/** The limits against which a request is counted, up to the one that is `reached`, and the refusal. */
const counted = async (callerId: string, reached?: string, ip = '203.0.113.7') => {
  const taken: unknown[] = [];
  const limits = new Limits(...([] as unknown as ConstructorParameters<typeof Limits>));
  jest.spyOn(limits, 'take').mockImplementation(async ({ name, times, seconds }, key) => {
    taken.push([name, times, seconds, key]);
    return { allowed: name !== reached, times, taken: 1, left: 0, seconds };
  });
  const context = { origin: { by: { id: callerId } }, now: () => new Date(0) };
  const plans = { isPro: async (id: string) => id === 'bo on Pro' };
  const parts = [limits, { assistantRepliesPerDay: 500 }, context, plans] as unknown;
  const own = new AssistantLimits(...(parts as ConstructorParameters<typeof AssistantLimits>));
  let headers: Readonly<Record<string, string>> = {};
  const refusal = await own.count(ip, { headers: (values) => (headers = values) }).then(
    () => undefined,
    (error: { getStatus(): number }) => error.getStatus(),
  );
  return { taken, refusal, retryAfter: headers['Retry-After'] };
};

const visitorHour = ['ai.visitor-hour', 5, 3_600, '203.0.113.7'];
const visitorDay = ['ai.visitor-day', 20, 86_400, '203.0.113.7'];
const all = ['ai.replies', 500, 86_400, 'all'];

test('visitors are counted by network for an hour and a day, users for an hour, and all together for a day', async () => {
  expect(await counted('anonymous')).toMatchObject({ taken: [visitorHour, visitorDay, all], refusal: undefined });
  expect(await counted('ann')).toMatchObject({ taken: [['ai.user-hour', 30, 3_600, 'ann'], all], refusal: undefined });
});

test('users on the Pro plan may ask more often', async () => {
  expect(await counted('bo on Pro')).toMatchObject({ taken: [['ai.user-hour', 100, 3_600, 'bo on Pro'], all] });
});

test('all networks of an IPv6 /48 together have limits too, so that one of them cannot use the replies of the day', async () => {
  const networkOfVisitor = '2001:db8:1:7::/64';
  const visitor = [
    ['ai.visitor-hour.prefix', 50, 3_600, '2001:db8:1::/48'],
    ['ai.visitor-hour', 5, 3_600, networkOfVisitor],
    ['ai.visitor-day.prefix', 200, 86_400, '2001:db8:1::/48'],
    ['ai.visitor-day', 20, 86_400, networkOfVisitor],
  ];
  const from = '2001:db8:1:7::42';
  expect(await counted('anonymous', undefined, from)).toMatchObject({ taken: [...visitor, all], refusal: undefined });
  expect(await counted('anonymous', 'ai.visitor-day.prefix', from)).toMatchObject({
    taken: visitor.slice(0, 3),
    refusal: 429,
  });
  expect(await counted('ann', undefined, from)).toMatchObject({ taken: [['ai.user-hour', 30, 3_600, 'ann'], all] });
});

test('a caller above a limit is refused until its period ends, and does not use up the replies of the day', async () => {
  expect(await counted('anonymous', 'ai.visitor-day')).toEqual({
    taken: [visitorHour, visitorDay],
    refusal: 429,
    retryAfter: '86400',
  });
  expect(await counted('anonymous', 'ai.replies')).toMatchObject({ refusal: 402 });
});
