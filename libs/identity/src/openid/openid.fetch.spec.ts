import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { fetchFor } from './openid.fetch.ts';

const server = createServer((request, response) => {
  if (request.url === '/away') response.writeHead(302, { location: 'http://127.0.0.1:1/inside' }).end();
  else if (request.url === '/large') response.end('x'.repeat(600_000));
  else response.setHeader('x-method', request.method ?? '').end(JSON.stringify({ path: request.url }));
});
let serverUrl: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  serverUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

test('a provider’s response is read', async () => {
  const response = await fetchFor(serverUrl)(`${serverUrl}/keys`, { method: 'POST', body: 'a=b' });
  expect([response.status, response.headers.get('x-method'), await response.json()]).toEqual([
    200,
    'POST',
    { path: '/keys' },
  ]);
});

test('redirects are not followed, and large responses are refused', async () => {
  const redirect = await fetchFor(serverUrl)(`${serverUrl}/away`);
  expect([redirect.status, redirect.headers.get('location')]).toEqual([302, 'http://127.0.0.1:1/inside']);
  await expect(fetchFor(serverUrl)(`${serverUrl}/large`)).rejects.toThrow('more than');
});

test.each([
  'http://login.example/keys',
  'https://localhost/keys',
  'https://127.0.0.1/keys',
  'https://169.254.169.254/latest/meta-data',
  'https://10.0.0.1/keys',
  'https://2130706433/keys',
  'https://[::1]/keys',
  'https://[fd00::1]/keys',
  'ftp://login.example/keys',
  'file:///etc/passwd',
])('a public provider cannot make us fetch %s', async (inside) => {
  const fetchSpy = jest.spyOn(globalThis, 'fetch');
  await expect(fetchFor('https://login.example')(inside)).rejects.toThrow('names');
  expect(fetchSpy).not.toHaveBeenCalled();
  fetchSpy.mockRestore();
});

test('a provider on localhost may name only localhost addresses', async () => {
  await expect(fetchFor(serverUrl)('https://elsewhere.example/keys')).rejects.toThrow('names');
});

test('a slow response is timed out', async () => {
  const fetchSpy = jest.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    expect((init as RequestInit).signal).toBeInstanceOf(AbortSignal);
    return new Response('{}');
  });
  await fetchFor('https://login.example')('https://login.example/keys');
  await fetchFor('https://login.example')('https://login.example/keys', { signal: new AbortController().signal });
  expect(fetchSpy).toHaveBeenCalledTimes(2);
  fetchSpy.mockRestore();
});
