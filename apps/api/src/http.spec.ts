import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { LeadsQueries } from '#leads';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { captureLog, eventually, originOf } from '#platform/testing';
import { type ApiResponse, type Person, type Site } from './api.suite.ts';
import { leadPost } from './samples.suite.ts';
import { type Scenario, startScenario } from './scenario.suite.ts';

let site: Site;
let scenario: Scenario;
let stop: () => Promise<void>;
let ann: Person;
let bo: Person;
let leadId: string;

beforeAll(async () => {
  ({ site, scenario, ann, bo, stop } = await startScenario());
  leadId = await scenario.postLead(ann);
  await eventually(async () => (await site.get(`/api/v1/leads/${leadId}`, bo)).matchScore !== null, 'the score');
});
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(() => stop());

const postLead = (body: unknown, headers: Record<string, string> = {}) =>
  site.request('POST', '/api/v1/leads', { by: ann, body, headers });
const expectRefusal = ({ status, body }: ApiResponse, wanted: number, code: string) => {
  expect([status, body]).toEqual([wanted, { code, message: expect.any(String) }]);
};

describe('methods and paths', () => {
  test('an unknown path returns an error in the shape of its API, also next to known paths', async () => {
    for (const path of [
      '/api/v1/none',
      '/api/none',
      '/api',
      '/api?from=1',
      '/functions/v1/none',
      '/storage/v1/x',
      '/health/none',
      '/sandbox/none',
    ])
      for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
        const { status, body } = await site.request(method, path, { by: ann });
        expect([method, path, status, body]).toEqual([
          method,
          path,
          404,
          { code: 'not-found', message: 'This does not exist, or you do not have access to it' },
        ]);
      }
    expect((await site.request('GET', '/auth/v1/none')).body).toMatchObject({ code: 404, error_code: 'unknown' });
  });

  test('HEAD has the headers of GET, and OPTIONS gives other origins no permission', async () => {
    for (const [path, by] of [
      ['/api/v1/me', ann],
      ['/api/v1/me', undefined],
      [`/api/v1/leads/${leadId}`, bo],
      ['/api/v1/creators', undefined],
    ] as const) {
      const [head, get] = [await site.request('HEAD', path, { by }), await site.request('GET', path, { by })];
      expect([head.status, head.text, head.headers.get('content-length')]).toEqual([
        get.status,
        '',
        get.headers.get('content-length'),
      ]);
      const origin = { origin: 'https://elsewhere.example', 'access-control-request-method': 'GET' };
      for (const method of ['GET', 'OPTIONS']) {
        const { headers } = await site.request(method, path, { by, headers: origin });
        expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
      }
    }
    expect((await site.request('HEAD', '/functions/v1/verify-payment')).status).toBe(404);
  });

  test('headers cannot override the method of a request', async () => {
    for (const name of ['x-http-method-override', 'x-http-method', 'x-method-override']) {
      const path = `/api/v1/leads/${leadId}/withdraw`;
      expect((await site.request('GET', path, { by: ann, headers: { [name]: 'POST' } })).status).toBe(404);
      expect((await site.request('GET', `${path}?_method=POST`, { by: ann })).status).toBe(404);
    }
    expect(await site.get(`/api/v1/leads/${leadId}`, ann)).toMatchObject({ status: 'active' });
  });
});

describe('every response', () => {
  test('to an unexpected error reveals no details', async () => {
    jest.spyOn(site.api.get(LeadsQueries), 'browse').mockRejectedValue(new Error('secret of the house'));
    const log = captureLog('error');
    const { status, body, text, headers } = await site.request('GET', '/api/v1/leads', { by: ann });
    log.stop();
    expect([status, body]).toEqual([500, { code: 'unexpected', message: 'Something went wrong on our end' }]);
    expect(text).not.toContain('secret');
    const line = `request ${headers.get('x-request-id')}: Error: secret of the house`;
    expect(log.lines).toEqual([expect.stringContaining(line)]);
  });
});

describe('an event of a newer release', () => {
  const appendUnknown = async (stream: string, type: string) => {
    const store = site.api.get(EventStore);
    const { length } = await store.read(stream);
    const by = { id: 'newer-release', kind: 'system', role: 'release' } as const;
    await site.api.get(Context).run(originOf(by), () => store.append(stream, length, [{ type, data: {} }]));
  };

  test('can be read around, and no command decides about its stream', async () => {
    const id = await scenario.postLead(ann);
    await appendUnknown(id, 'LeadRenamed');
    await scenario.settled();
    expect((await site.get(`/api/v1/leads/${id}`, bo)).id).toBe(id);
    const { status, body, headers } = await site.request('POST', `/api/v1/leads/${id}/withdraw`, { by: ann });
    expect([status, body, headers.get('retry-after')]).toEqual([
      503,
      { code: 'updating', message: 'Festoon is being updated. Please try again in a moment.' },
      '1',
    ]);
  });

  test('in the stream of a user is a 503 of GoTrue, after which its client tries again', async () => {
    const eve = await site.signUp('client', 'Eve Archer');
    await appendUnknown(`user-${eve.id}`, 'UserRenamed');
    const { status, body, headers } = await site.request('PUT', '/auth/v1/user', { by: eve, body: { data: { a: 1 } } });
    expect([status, body.error_code, headers.get('retry-after')]).toEqual([503, 'unexpected_failure', '1']);
  });
});

describe('headers', () => {
  test('responses with personal data are not cached', async () => {
    for (const path of ['/api/v1/me', '/api/v1/leads', '/api/v1/creators/featured', '/api/v1/nothing', '/auth/v1/user'])
      expect([path, (await site.request('GET', path, { by: ann })).headers.get('cache-control')]).toEqual([
        path,
        'no-store',
      ]);
  });

  test('the response to a write contains its position, that to a request without a write does not', async () => {
    const postResponse = await postLead(leadPost);
    expect(postResponse.headers.get('x-position')).toBe(postResponse.body.position);
    const id = await scenario.book(ann, bo);
    const confirmResponse = await site.request('POST', `/api/v1/bookings/${id}/confirm`, { by: bo });
    expect(Number(confirmResponse.headers.get('x-position'))).toBeGreaterThan(Number(postResponse.body.position));
    for (const response of [
      await site.request('GET', '/api/v1/me', { by: ann }),
      await site.request('POST', `/api/v1/bookings/${id}/confirm`, { by: bo }),
      await postLead({}),
    ])
      expect(response.headers.get('x-position')).toBeNull();
  });

  test('a request keeps its id or gets a new one, and every event it causes carries the id', async () => {
    const originOf = async (headers: Record<string, string>) => {
      const response = await postLead(leadPost, headers);
      const [event] = await site.api.get(EventStore).read(response.body.id);
      return { returnedId: response.headers.get('x-request-id'), ...event };
    };
    const request = '0af7651916cd43dd8448eb211c80319c';
    expect(await originOf({ 'x-request-id': request, 'x-client-info': 'festoon-web/1' })).toMatchObject({
      returnedId: request,
      request,
      correlation: request,
      causation: request,
      source: 'web',
      by: { id: ann.id, kind: 'user', role: 'client' },
    });
    for (const invalidId of [
      'short',
      'x'.repeat(129),
      'a b c d e f',
      '<script>alert(1)</script>',
      'ann.archer.876-555-0100',
    ]) {
      const {
        returnedId,
        request: requestId,
        source,
      } = (await originOf({ 'x-request-id': invalidId })) as Record<string, unknown>;
      expect([requestId, source]).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), 'api']);
      expect(returnedId).toBe(requestId);
    }
    expect((await site.request('GET', '/api/v1/none')).headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('an idempotency key has a maximum length', async () => {
    expectRefusal(await postLead(leadPost, { 'idempotency-key': 'k'.repeat(201) }), 400, 'invalid');
  });
});

describe('health', () => {
  test('reports that the process is live and that its read tables have caught up', async () => {
    expect(await site.request('GET', '/health/live')).toMatchObject({ status: 200, body: { status: 'live' } });
    await eventually(async () => (await site.request('GET', '/health/ready')).status === 200);
    expect(await site.get('/health/ready')).toEqual({ status: 'ready' });
  });
});

test('after all requests of this file the read tables match the event log', async () => {
  expect(await site.readModelDifferences()).toEqual([]);
});
