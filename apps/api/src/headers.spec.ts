import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { LeadsQueries } from '#leads';
import { eventually } from '#platform/testing';
import type { ApiResponse, Person, Site } from './api.suite.ts';
import { addSecurityHeaders } from './headers.ts';
import { leadPost } from './samples.suite.ts';
import { sharedScenario } from './scenario.suite.ts';

let site: Site;
let stop: () => Promise<void>;
let ann: Person;
let bo: Person;
beforeAll(async () => {
  ({ site, stop, ann, bo } = await sharedScenario());
});
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(() => stop());

const guards = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': expect.stringMatching(/^(DENY|SAMEORIGIN)$/),
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'x-permitted-cross-domain-policies': 'none',
  'permissions-policy': expect.stringMatching(/camera=\(\).*geolocation=\(\).*publickey-credentials-get=\(self\)/),
  'referrer-policy': expect.stringMatching(/^(strict-origin-when-cross-origin|no-referrer)$/),
  // Tests do not run over HTTPS.
  'strict-transport-security': null,
  server: null,
  'x-powered-by': null,
};
const directives = [
  "default-src 'none'",
  "base-uri 'none'",
  "script-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
];

const expectSecurityHeaders = (where: string, { headers }: ApiResponse) => {
  for (const [name, value] of Object.entries(guards))
    expect([where, name, headers.get(name)]).toEqual([where, name, value]);
  const policy = headers.get('content-security-policy') ?? '';
  for (const directive of directives) expect([where, policy]).toEqual([where, expect.stringContaining(directive)]);
  expect([where, /script-src[^;]*(unsafe|\*|https?:)/.test(policy)]).toEqual([where, false]);
};

/**
 * A conditional request. `cache-control` is set, because fetch would otherwise add `no-cache`, which disables the 304.
 */
const unchanged = { 'if-modified-since': 'Fri, 31 Dec 2999 00:00:00 GMT', 'cache-control': 'max-age=0' };

type Kind = readonly [status: number, method: string, path: string, call?: () => Parameters<Site['request']>[2]];
const kinds: readonly Kind[] = [
  [200, 'GET', '/api/v1/me', () => ({ by: ann })],
  [200, 'HEAD', '/api/v1/me', () => ({ by: ann })],
  [200, 'POST', '/functions/v1/verify-payment', () => ({ by: ann, body: { sessionId: 'none' } })],
  [201, 'POST', '/api/v1/leads', () => ({ by: ann, body: leadPost })],
  [204, 'POST', '/api/v1/not-found', () => ({ body: { path: '/x' } })],
  [302, 'GET', '/auth/v1/callback'],
  [303, 'GET', '/auth/v1/verify?type=signup&token=guessed'],
  [303, 'POST', '/sandbox/checkout/none/pay'],
  [304, 'GET', '/api/docs/swagger-ui.css', () => ({ headers: unchanged })],
  [400, 'POST', '/api/v1/leads', () => ({ by: ann, text: '{' })],
  [400, 'GET', '/%zz'],
  [400, 'GET', '/api/v1/me?x=%00'],
  [401, 'GET', '/api/v1/me'],
  [403, 'POST', '/api/v1/leads', () => ({ by: bo, body: leadPost })],
  [404, 'GET', '/api/v1/none'],
  [404, 'OPTIONS', '/api/v1/me'],
  [404, 'GET', '/assets/none.js'],
  [404, 'GET', '/api/docs/package.json'],
  [404, 'GET', '/api/docs/swagger-ui-bundle.js.map'],
  [404, 'GET', '/api/docs/README.md'],
  [404, 'GET', '/sandbox/checkout/none'],
  [413, 'POST', '/api/v1/leads', () => ({ by: ann, text: 'x'.repeat(1_048_577) })],
  [415, 'POST', '/api/v1/leads', () => ({ by: ann, text: 'x', headers: { 'content-type': 'text/csv' } })],
  [500, 'GET', '/api/v1/leads', () => ({ by: ann })],
  [200, 'GET', '/auth/v1/settings'],
  [200, 'GET', '/auth/v1/link?type=signup&token=guessed'],
  [400, 'POST', '/auth/v1/token?grant_type=password', () => ({ body: { email: ann.email, password: 'Guessed-1' } })],
  [401, 'GET', '/auth/v1/user'],
  [404, 'GET', '/auth/v1/none'],
  [200, 'GET', '/api/docs'],
  [200, 'GET', '/api/docs/swagger-ui.css'],
  [200, 'GET', '/api/docs/swagger-ui-bundle.js'],
  [200, 'GET', '/api/docs/swagger-ui-init.js'],
  [200, 'GET', '/api/docs/favicon-32x32.png'],
  [200, 'GET', '/api/openapi.json'],
  [200, 'GET', '/mailbox'],
  [200, 'GET', '/plain/style.css'],
  [200, 'GET', '/plain/fonts/inter.woff2'],
  [200, 'GET', '/sandbox/style.css'],
  [200, 'GET', '/health/live'],
  // The socket's handshake, and an invalid one.
  [200, 'GET', '/socket.io/?EIO=4&transport=polling'],
  [400, 'GET', '/socket.io/?EIO=4&transport=pigeon'],
  [400, 'GET', '/socket.io/?EIO=4&transport=polling&sid=none'],
];

describe('every response has the security headers', () => {
  test.each(kinds)('%i %s %s', async (status, method, path, call = () => ({})) => {
    if (status === 500) jest.spyOn(site.api.get(LeadsQueries), 'browse').mockRejectedValue(new Error('a bug'));
    const response = await site.request(method, path, call());
    expect(response.status).toBe(status);
    if (status >= 400) expect(response.headers.get('cache-control')).toBe('no-store');
    expectSecurityHeaders(path, response);
  });

  // The screens exist only after a build; the headers are there in both cases.
  test.each(['/', '/leads', '/favicon.svg', '/index.html', '/assets/', '/robots.txt'])('GET %s', async (path) => {
    expectSecurityHeaders(path, await site.request('GET', path));
  });

  test.each(['/', '/leads', '/creators/guessed', '/api/v1/leads'])('the address %s is not secret', async (path) => {
    const { headers } = await site.request('GET', path);
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(headers.get('x-robots-tag')).toBeNull();
  });

  test.each([
    '/shared-galleries/',
    '/api/v1/shared-galleries/',
    '/api/v1/calendars/',
    '/api/v1/conversations/',
    '/unsubscribe/',
    '/api/v1/unsubscribe/',
  ])('an address under %s is secret: it is not sent to other sites, nor indexed', async (path) => {
    const { headers } = await site.request('GET', `${path}guessed`);
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow');
  });
});

const rawRequests: readonly (readonly [status: number, what: string, text: string, code: string])[] = [
  [400, 'what is not HTTP', 'HELLO\r\n\r\n', 'invalid'],
  [
    400,
    'two lengths',
    'POST /auth/v1/token HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nG',
    'invalid',
  ],
  [400, 'a request without a host', 'GET /api/v1/me HTTP/1.1\r\n\r\n', 'invalid'],
  [400, 'two hosts', 'GET /health/live HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n', 'invalid'],
  [431, 'much in its headers', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 'too-large'],
  [417, 'an unknown expectation', 'GET / HTTP/1.1\r\nHost: x\r\nExpect: 200-ok\r\n\r\n', ''],
];

/** Sends raw bytes to the server and parses its response. */
const sendRaw = (text: string) =>
  new Promise<ApiResponse>((resolve, reject) => {
    const socket = connect(Number(new URL(site.url).port), '127.0.0.1', () => socket.write(text));
    socket.setEncoding('utf8');
    socket.once('error', reject);
    socket.once('data', (received: unknown) => {
      socket.destroy();
      const [head = '', body = ''] = String(received).split('\r\n\r\n');
      const [line = '', ...lines] = head.split('\r\n');
      const headers = new Headers(lines.map((each) => each.split(/: (.*)/s, 2) as [string, string]));
      const json = /json/.test(headers.get('content-type') ?? '');
      resolve({ status: Number(line.split(' ')[1]), headers, text: body, body: json ? JSON.parse(body) : undefined });
    });
  });

test.each(rawRequests)('%i: the response to %s has the same headers', async (status, what, text, code) => {
  const response = await sendRaw(text);
  expect([response.status, response.body?.code ?? '']).toEqual([status, code]);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expectSecurityHeaders(what, response);
  // The server still responds to the next request.
  expect((await site.request('GET', '/health/live')).status).toBe(200);
});

test('an upgrade to another protocol is ignored', async () => {
  const upgradeHeaders = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n';
  for (const path of ['/health/live', '/']) {
    const response = await sendRaw(`GET ${path} HTTP/1.1\r\nHost: x\r\n${upgradeHeaders}`);
    expect([path, response.status]).toEqual([path, (await site.request('GET', path)).status]);
  }
});

test('a mail runs no scripts, and only the mailbox may frame it', async () => {
  await site.post('/auth/v1/recover', undefined, { email: ann.email });
  const letter = await eventually(async () => {
    const response = await site.request('GET', '/mailbox/1/html');
    return response.status === 200 && response;
  });
  const policy = letter.headers.get('content-security-policy');
  expect(policy).toMatch(/^sandbox [a-z -]*; default-src 'none'; .*frame-ancestors 'self'/);
  expect(letter.headers.get('x-frame-options')).toBe('SAMEORIGIN');
  expect((await site.request('GET', '/mailbox')).headers.get('x-frame-options')).toBe('DENY');
});

test('a site with an HTTPS address sends Strict-Transport-Security', async () => {
  const server = createServer((_, response) => response.end());
  const secure = { get: () => ({ publicUrl: 'https://festoon.example' }), getHttpServer: () => server };
  addSecurityHeaders(secure as unknown as Site['api'], []);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { headers } = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
  server.closeAllConnections();
  server.close();
});
