import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { UnsubscribeLinks } from '#notifications/testing';
import { type ApiResponse, type Person, type Site } from './api.suite.ts';
import { leadPost, onboarding } from './samples.suite.ts';
import { type Scenario, sharedScenario } from './scenario.suite.ts';

let site: Site;
let scenario: Scenario;
let stop: () => Promise<void>;
let ann: Person;
let bo: Person;

beforeAll(async () => {
  ({ site, scenario, ann, bo, stop } = await sharedScenario());
});
afterAll(() => stop());

const postLead = (body: unknown) => site.request('POST', '/api/v1/leads', { by: ann, body });
const expectRefusal = ({ status, body }: ApiResponse, wanted: number, code: string) => {
  expect([status, body]).toEqual([wanted, { code, message: expect.any(String) }]);
};

describe('an unreadable body', () => {
  test.each(['{', '{"eventType":', '[1,', 'nonsense', '{"a":1}}', "{'a':1}"])(
    '%s is refused as invalid JSON',
    async (text) => {
      expectRefusal(await site.request('POST', '/api/v1/leads', { by: ann, text }), 400, 'invalid');
      const { status, body } = await site.request('POST', '/auth/v1/signup', { text });
      expect([status, body]).toMatchObject([400, { error_code: 'bad_json' }]);
    },
  );

  test.each(['application/xml', 'text/csv', 'multipart/form-data; boundary=x'])('%s is not accepted', async (type) => {
    const text = JSON.stringify(leadPost);
    const response = await site.request('POST', '/api/v1/leads', { by: ann, text, headers: { 'content-type': type } });
    expectRefusal(response, 415, 'invalid');
  });

  test('mail programs may send the form of one-click unsubscribing in either type', async () => {
    const { pathname } = new URL(site.api.get(UnsubscribeLinks, { strict: false }).for(ann.id, 'matches'));
    const boundary = 'x8058';
    const part = `--${boundary}\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n`;
    for (const [type, text] of [
      ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
      [`multipart/form-data; boundary=${boundary}`, `${part}--${boundary}--\r\n`],
    ] as const)
      expect((await site.request('POST', pathname, { text, headers: { 'content-type': type } })).status).toBe(204);
  });

  test('a body larger than one megabyte is too large on every route, with and without a session', async () => {
    const body = { ...leadPost, description: 'x'.repeat(1_048_576) };
    expectRefusal(await postLead(body), 413, 'too-large');
    for (const path of ['/api/v1/not-found', '/api/v1/payments/webhook', '/functions/v1/verify-payment'])
      expectRefusal(await site.request('POST', path, { body }), 413, 'too-large');
    expect(await site.request('POST', '/auth/v1/signup', { body })).toMatchObject({
      status: 413,
      body: { error_code: 'request_entity_too_large' },
    });
  });

  test.each(['{"__proto__":{"role":"admin"}}', '{"a":{"constructor":{"prototype":{"role":"admin"}}}}'])(
    '%s does not pollute prototypes',
    async (text) => {
      expectRefusal(await site.request('POST', '/api/v1/leads', { by: ann, text }), 400, 'invalid');
      expect((await site.request('POST', '/auth/v1/signup', { text })).status).toBe(400);
      expect(
        (await site.request('GET', '/api/v1/creators?__proto__[role]=admin&constructor[prototype][role]=x')).status,
      ).toBe(200);
      expect(({} as { role?: string }).role).toBeUndefined();
    },
  );
});

describe('a form with mistakes', () => {
  const leadMistakes: readonly (readonly [string, unknown, string])[] = [
    ['eventType', undefined, 'Event type is required'],
    ['eventType', 'séance', 'Event type is required'],
    ['eventDate', undefined, 'Event date is required'],
    ['eventDate', '2999-02-30', 'Event date is required'],
    ['description', undefined, 'Description must be at least 50 characters'],
    ['description', 'x'.repeat(49), 'Description must be at least 50 characters'],
    ['description', ` ${'x'.repeat(49)} `, 'Description must be at least 50 characters'],
    ['locationCity', '', 'City is required'],
    ['locationState', ' ', 'State is required'],
    ['budgetMin', -1, 'Budget must be positive'],
    ['budgetMax', 'much', 'Budget must be positive'],
    ['budgetMax', 199_999, 'Maximum budget must be at least the minimum'],
    ['durationDays', 0, 'Duration must be at least 1 day'],
  ];
  test.each(leadMistakes)('a lead with %s %j is refused: %s', async (field, value, message) => {
    const { status, body } = await postLead({ ...leadPost, [field]: value });
    expect([status, body]).toEqual([400, { code: 'invalid', message, issues: [{ path: field, message }] }]);
  });

  test.each([
    ['packageId', undefined, 'Please select a package'],
    ['packageId', 'none', 'Please select a package'],
    ['eventType', '', 'Event type is required'],
    ['eventType', undefined, 'Event type is required'],
    ['eventDate', '', 'Event date is required'],
    ['eventDate', undefined, 'Event date is required'],
    ['eventLocation', '  ', 'Location is required'],
    ['eventLocation', undefined, 'Location is required'],
    ['creatorId', undefined, 'Creator not specified'],
  ])('a booking with %s %j is refused: %s', async (field, value, message) => {
    const request = { ...(await scenario.bookingRequest(bo)), [field]: value };
    const { status, body } = await site.request('POST', '/api/v1/bookings', { by: ann, body: request });
    expect([status, body]).toEqual([400, { code: 'invalid', message, issues: [{ path: field, message }] }]);
  });

  test('gets all mistakes in one response', async () => {
    const { body } = await postLead({});
    expect(body.issues.map(({ path }: { path: string }) => path)).toEqual([
      'eventType',
      'eventDate',
      'description',
      'locationCity',
      'locationState',
      'budgetMin',
      'budgetMax',
    ]);
    for (const noObject of [[], 'text', 7, null]) expect((await postLead(noObject)).status).toBe(400);
  });

  test('is refused for a date in the past', async () => {
    // Two days ago: yesterday may still be today at the place of the event.
    const pastDate = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
    expect(await postLead({ ...leadPost, eventDate: pastDate })).toMatchObject({
      status: 409,
      body: { code: 'lead-date-past', message: 'Please choose an event date that has not passed' },
    });
    const request = { ...(await scenario.bookingRequest(bo)), eventDate: pastDate };
    expect(await site.request('POST', '/api/v1/bookings', { by: ann, body: request })).toMatchObject({
      status: 409,
      body: { code: 'booking-date-past' },
    });
  });
});

describe('text that Postgres cannot store', () => {
  const invalidTexts = ['a\u0000b', 'a\ud800b', '\udfff'];
  const bodies: readonly (readonly [string, string, () => Person, (text: string) => Promise<object> | object])[] = [
    ['POST', '/api/v1/leads', () => ann, (text) => ({ ...leadPost, description: `${leadPost.description}${text}` })],
    ['POST', '/api/v1/leads', () => ann, (text) => ({ ...leadPost, locationCity: text })],
    [
      'POST',
      '/api/v1/bookings',
      () => ann,
      async (text) => ({ ...(await scenario.bookingRequest(bo)), eventLocation: text }),
    ],
    ['PUT', '/api/v1/profile', () => bo, (text) => ({ bio: text })],
    ['POST', '/api/v1/profile/onboarding', () => bo, (text) => ({ ...onboarding, city: text })],
  ];
  test.each(bodies)('is refused: %s %s', async (method, path, by, bodyOf) => {
    for (const text of invalidTexts) {
      const { status, body } = await site.request(method, path, { by: by(), body: await bodyOf(text) });
      expect([status, body]).toEqual([
        400,
        { code: 'invalid', message: 'The request contains characters that cannot be stored' },
      ]);
    }
  });

  test('is refused as a reason, and the booking stays as it was', async () => {
    const id = await scenario.book(ann, bo);
    for (const reason of invalidTexts)
      expect((await site.request('POST', `/api/v1/bookings/${id}/cancel`, { by: ann, body: { reason } })).status).toBe(
        400,
      );
    expect(await site.get(`/api/v1/bookings/${id}`, ann)).toMatchObject({ status: 'pending' });
  });

  test('does not block later writes, which can be read', async () => {
    const nextLeadId = await scenario.postLead(ann);
    expect(await site.get(`/api/v1/leads/${nextLeadId}`, bo)).toMatchObject({ id: nextLeadId });
  });
});
