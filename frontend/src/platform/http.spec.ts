import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { api, messageOf, preload, request } from './http.ts';

type Answer = { status: number; headers?: Record<string, string>; body?: string };
let answer: Answer;
/** The position that the last request named. */
let named: string | undefined;
let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer(({ headers }, response) => {
    named = headers['x-position']?.toString();
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1/leads`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

const otherwise = 'Failed to post lead';
/** What the screen says of this answer. */
const saidOf = async (given: Answer) => {
  answer = given;
  return messageOf(await request('GET', url).catch((error: unknown) => error), otherwise);
};

test('what came too often says when to come again, in the server’s own words or in ours', async () => {
  const message = 'That was too often. Please try again in 41 seconds.';
  const body = JSON.stringify({ code: 'too-many-requests', message });
  const headers = { 'retry-after': '41' };
  expect(await saidOf({ status: 429, headers, body })).toBe(message);
  // A proxy before the server has limits of its own, and a page of its own.
  for (const page of ['', '{}', '<h1>Too Many Requests</h1>'])
    expect(await saidOf({ status: 429, headers, body: page })).toBe(message);
  expect(await saidOf({ status: 429 })).toBe('That was too often. Please try again in a moment.');
});

test('any other refusal is told in its own words, those of its first issue, or those of the page', async () => {
  const refused = (body: object) =>
    saidOf({ status: 400, headers: { 'retry-after': '41' }, body: JSON.stringify(body) });
  expect(await refused({ code: 'lead-in-past', message: 'The event is over' })).toBe('The event is over');
  expect(await refused({ issues: [{ path: 'eventDate', message: 'Event date is required' }] })).toBe(
    'Event date is required',
  );
  expect(await refused({})).toBe(otherwise);
});

/** What each of the requests named that were answered like this, one after the other. */
const namedAmong = async (answers: readonly Answer[]) => {
  const all: (string | undefined)[] = [];
  for (answer of answers) {
    await request('GET', url).catch(() => undefined);
    all.push(named);
  }
  return all;
};
const later = (position: string): Answer => ({
  status: 201,
  headers: { 'x-position': position, 'x-readable': 'later' },
});
const shown: Answer = { status: 200 };
const behind: Answer = { status: 503 };

test('a write that cannot be read yet is asked for by its position, until an answer shows it', async () => {
  expect(await namedAmong([later('7'), behind, shown, shown])).toEqual([undefined, '7', '7', undefined]);
});

test('of several the last one counts', async () => {
  expect(await namedAmong([later('7'), later('9'), shown, shown])).toEqual([undefined, '7', '9', undefined]);
});

test('a write that can be read already is not asked for', async () => {
  const readable = { status: 201, headers: { 'x-position': '11' } };
  expect(await namedAmong([readable, shown])).toEqual([undefined, undefined]);
});

test('what was preloaded is taken once, and not after a write or a refusal', async () => {
  const original = globalThis.fetch;
  let requests = 0;
  globalThis.fetch = (input, init) => {
    requests++;
    return original(String(input).replace('/api/v1/leads', url), init);
  };
  try {
    answer = { status: 200, body: '{"items":[]}' };
    preload('/leads');
    preload('/leads');
    expect(await api.get('/leads')).toEqual({ items: [] });
    expect(requests).toBe(1);
    await api.get('/leads');
    expect(requests).toBe(2);
    preload('/leads');
    await api.post('/leads');
    await api.get('/leads');
    expect(requests).toBe(5);
    answer = { status: 503 };
    preload('/leads');
    await expect(api.get('/leads')).rejects.toThrow();
    expect(requests).toBe(7);
  } finally {
    globalThis.fetch = original;
  }
});
