import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { testConfig } from '#platform/testing';
import { type ApiResponse, Site } from './api.suite.ts';

type StartedSite = { site: Site; stop: () => Promise<void> };
const start = async (settings: Record<string, string> = {}): Promise<StartedSite> => {
  const { config, drop } = await testConfig(settings);
  const site = await Site.on(config, false);
  const stop = async () => {
    await site.api.close();
    await drop();
  };
  return { site, stop };
};
let localSite: StartedSite;
let publicSite: StartedSite;
beforeAll(async () => {
  localSite = await start();
  publicSite = await start({ PUBLIC_URL: 'https://festoon.example' });
});
afterAll(async () => {
  await localSite.stop();
  await publicSite.stop();
});

const version = { 'x-supabase-api-version': '2024-01-01' };
const accessOf = ({ headers }: ApiResponse) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')));
const preflight = (origin: string) => ({
  origin,
  'access-control-request-method': 'PUT',
  'access-control-request-headers': 'apikey,authorization,content-type,x-client-info,x-supabase-api-version',
});
const readableHeaders = {
  'access-control-expose-headers':
    'X-Supabase-Api-Version, X-Total-Count, Link, X-Request-Id, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset',
};

describe('a page on another port of this machine', () => {
  const origins = ['http://localhost:5173', 'http://127.0.0.1:8080', 'http://[::1]:4000', 'https://localhost'];

  test.each(origins)('%s may use the auth API and read its errors', async (origin) => {
    for (const path of ['/auth/v1/user', '/auth/v1/none', '/auth/v1/settings', '/auth/v1/.well-known/jwks.json']) {
      const response = await localSite.site.request('GET', path, { headers: { origin, apikey: 'x', ...version } });
      expect([path, accessOf(response)]).toEqual([path, { 'access-control-allow-origin': origin, ...readableHeaders }]);
      expect(response.headers.get('vary')).toBe('Origin');
    }
    const refusedSignIn = await localSite.site.request('POST', '/auth/v1/token?grant_type=password', {
      body: {},
      headers: { origin, ...version },
    });
    expect([
      refusedSignIn.status,
      refusedSignIn.headers.get('x-supabase-api-version'),
      accessOf(refusedSignIn),
    ]).toEqual([400, '2024-01-01', { 'access-control-allow-origin': origin, ...readableHeaders }]);
    const unreadableBody = await localSite.site.request('POST', '/auth/v1/signup', { text: '{', headers: { origin } });
    expect([unreadableBody.status, accessOf(unreadableBody)]).toEqual([
      400,
      { 'access-control-allow-origin': origin, ...readableHeaders },
    ]);
  });

  test.each(origins)('%s gets this permission in a preflight request', async (origin) => {
    for (const path of ['/auth/v1/user', '/auth/v1/factors/x', '/auth/v1/none']) {
      const response = await localSite.site.request('OPTIONS', path, { headers: preflight(origin) });
      expect([response.status, response.text, accessOf(response)]).toEqual([
        204,
        '',
        {
          'access-control-allow-origin': origin,
          'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
          'access-control-allow-headers':
            'accept, authorization, content-type, apikey, x-client-info, x-supabase-api-version, x-jwt-aud, x-use-cookie',
          'access-control-max-age': '600',
          ...readableHeaders,
        },
      ]);
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  test('may not send cookies, and cannot read other routes', async () => {
    const origin = origins[0] ?? '';
    for (const path of ['/api/v1/me', '/api/v1/leads', '/functions/v1/verify-payment', '/auth/v1x', '/api/docs'])
      for (const method of ['GET', 'OPTIONS'])
        expect(accessOf(await localSite.site.request(method, path, { headers: preflight(origin) }))).toEqual({});
    const response = await localSite.site.request('OPTIONS', '/auth/v1/user', { headers: preflight(origin) });
    expect(response.headers.get('access-control-allow-credentials')).toBeNull();
  });

  test('gets no permission for an OPTIONS request that names no method', async () =>
    expect(
      await localSite.site.request('OPTIONS', '/auth/v1/user', { headers: { origin: 'http://localhost:1' } }),
    ).toMatchObject({ status: 404 }));
});

test.each([
  'https://elsewhere.example',
  'http://localhost.example',
  'http://127.0.0.1.example',
  'null',
  'localhost',
  '',
])('the origin %s cannot read responses', async (origin) => {
  for (const method of ['GET', 'OPTIONS'])
    expect(accessOf(await localSite.site.request(method, '/auth/v1/user', { headers: preflight(origin) }))).toEqual({});
});

test('if the site has a public address, pages on this machine cannot read responses either', async () => {
  for (const origin of ['http://localhost:5173', 'https://evil.example', 'https://festoon.example'])
    for (const method of ['GET', 'OPTIONS'])
      expect(accessOf(await publicSite.site.request(method, '/auth/v1/user', { headers: preflight(origin) }))).toEqual(
        {},
      );
});
