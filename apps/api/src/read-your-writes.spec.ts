import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { Projector } from '#platform/projections';
import { eventually, testConfig, untilCaughtUp } from '#platform/testing';
import { type Person, Site } from './api.suite.ts';
import { SocketConnection } from './realtime.suite.ts';
import { leadPost } from './samples.suite.ts';

/** A process that serves requests. It projects only when a test starts that. */
let site: Site;
let stop: () => Promise<void>;
let ann: Person;

beforeAll(async () => {
  const { config, drop } = await testConfig();
  site = await Site.on(config, false);
  const projector = site.api.get(Projector);
  expect(projector.catchUpTimeout).toBe(2_000);
  projector.catchUpTimeout = 200;
  stop = async () => {
    await site.api.close();
    await drop();
  };
  ann = await site.signUp('client');
});
afterAll(() => stop());

test('a new account that the read tables do not show yet is not reported as missing', async () => {
  const { status, body } = await site.request('GET', '/api/v1/me', { by: ann });
  expect([status, body.code]).toEqual([503, 'behind']);
});

test('a write that the read tables do not show in time is marked, and a request that names its position never gets older data', async () => {
  const firstPost = await site.request('POST', '/api/v1/leads', { by: ann, body: leadPost });
  expect([firstPost.status, firstPost.headers.get('x-readable')]).toEqual([201, 'later']);
  // A page that is opened now still gets the message, since it cannot have read the new data.
  const connection = await SocketConnection.open(site, ann);
  const withPosition = { by: ann, headers: { 'x-position': firstPost.headers.get('x-position') ?? '' } };

  const laggingRead = await site.request('GET', '/api/v1/leads/mine', withPosition);
  expect([laggingRead.status, laggingRead.body, laggingRead.headers.get('retry-after')]).toEqual([
    503,
    { code: 'behind', message: 'Your change was saved but cannot be shown yet. Please try again in a moment.' },
    '1',
  ]);
  const earlierRead = await site.request('GET', '/api/v1/leads/mine', { by: ann });
  expect([earlierRead.body.items, earlierRead.headers.get('x-shown-position')]).toEqual([[], null]);
  const { status, body: refusal, headers } = await site.request('GET', '/auth/v1/settings', withPosition);
  expect([status, refusal.error_code, headers.get('retry-after')]).toEqual([503, 'unexpected_failure', '1']);
  expect(connection.changed).toEqual([]);

  site.api.get(Projector).catchUpTimeout = 2_000;
  site.api.get(Projector).follow();
  await untilCaughtUp(site.api);
  const { body, headers: readHeaders } = await site.request('GET', '/api/v1/leads/mine', withPosition);
  const shown = readHeaders.get('x-shown-position') ?? '';
  expect(Number(shown)).toBeGreaterThanOrEqual(Number(firstPost.headers.get('x-position')));
  expect(body.items).toMatchObject([{ id: firstPost.body.id }]);
  await connection.receives(firstPost.body.id);
  connection.close();
  // A write is answered with `later` if the read tables do not show it within 2 s.
  const secondPost = await eventually(async () => {
    const response = await site.request('POST', '/api/v1/leads', { by: ann, body: leadPost });
    expect(response.status).toBe(201);
    return response.headers.get('x-readable') === null && response;
  });
  // A page that read before the second write and opens its socket only now is notified too.
  const lateConnection = await SocketConnection.open(site, { token: ann.token, position: shown });
  await lateConnection.receives(secondPost.body.id);
  lateConnection.close();
});

test('an invalid or unknown position is refused without waiting', async () => {
  const waitSpy = jest.spyOn(site.api.get(Projector), 'waitUntilProjected');
  for (const invalidPosition of ['', 'soon', '-1', '1.5', '1'.repeat(20), '1, 2', '9'.repeat(19)]) {
    const response = await site.request('GET', '/api/v1/me', { by: ann, headers: { 'x-position': invalidPosition } });
    expect([invalidPosition, response.status, response.body.code]).toEqual([invalidPosition, 400, 'invalid']);
  }
  const auth = await site.request('GET', '/auth/v1/health', { headers: { 'x-position': '9'.repeat(19) } });
  expect([auth.status, auth.body.error_code]).toEqual([400, 'validation_failed']);
  // The gateway of the sockets waits, too, for positions that were written.
  const unknown = waitSpy.mock.calls.filter(([position]) => position === BigInt('9'.repeat(19)));
  expect(unknown.map(([, milliseconds]) => milliseconds)).toEqual([0, 0]);
});
