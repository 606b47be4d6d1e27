import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { api, HttpError, messageOf, preload, request, setShownPosition, shownPosition, trackedFetch } from './http.ts';

/** `isCutOff`: the connection breaks after the body. */
type PlannedResponse = { status: number; headers?: Record<string, string>; body?: string; isCutOff?: boolean };
let plannedResponse: PlannedResponse;
/** The position in the headers of the last request. */
let sentPosition: string | undefined;
let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer(({ headers }, response) => {
    sentPosition = headers['x-position']?.toString();
    response.writeHead(plannedResponse.status, plannedResponse.headers);
    if (plannedResponse.isCutOff) response.write(plannedResponse.body, () => response.destroy());
    else response.end(plannedResponse.body);
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
/** The message that the page shows for this response. */
const messageFor = async (given: PlannedResponse) => {
  plannedResponse = given;
  return messageOf(await request('GET', url).catch((error: unknown) => error), otherwise);
};

test('a 429 shows when to try again, with the server’s message or a default one', async () => {
  const message = 'Too many requests. Please try again in 41 seconds.';
  const body = JSON.stringify({ code: 'too-many-requests', message });
  const headers = { 'retry-after': '41' };
  expect(await messageFor({ status: 429, headers, body })).toBe(message);
  // A proxy has its own limits, and responds with its own page.
  for (const page of ['', '{}', '<h1>Too Many Requests</h1>'])
    expect(await messageFor({ status: 429, headers, body: page })).toBe(message);
  await expect(request('GET', url)).rejects.toMatchObject({ retryAfter: 41 });
  expect(await messageFor({ status: 429 })).toBe('Too many requests. Please try again in a moment.');
});

test('any other refusal shows its message, that of its first issue, or the default of the page', async () => {
  const refusalWith = (body: object) =>
    messageFor({ status: 400, headers: { 'retry-after': '41' }, body: JSON.stringify(body) });
  expect(await refusalWith({ code: 'lead-in-past', message: 'The event is over' })).toBe('The event is over');
  expect(await refusalWith({ issues: [{ path: 'eventDate', message: 'Event date is required' }] })).toBe(
    'Event date is required',
  );
  expect(await refusalWith({})).toBe(otherwise);
});

test('a connection that breaks while the response arrives is reported as an unreachable server', async () => {
  const broken = new HttpError(0, 'unreachable', 'We can’t reach Festoon. Check your connection.');
  const original = globalThis.fetch;
  const fetching = jest.spyOn(globalThis, 'fetch').mockImplementation(() => original(url));
  plannedResponse = { status: 200, headers: { 'content-length': '100' }, body: '{"items":[', isCutOff: true };
  await expect(api.get('/leads')).rejects.toEqual(broken);
  await expect(api.file('/leads/1/file')).rejects.toEqual(broken);
  fetching.mockRestore();
});

/** The positions in the headers of consecutive requests that get these responses. */
const sentPositions = async (responses: readonly PlannedResponse[]) => {
  const positions: (string | undefined)[] = [];
  for (plannedResponse of responses) {
    await request('GET', url).catch(() => undefined);
    positions.push(sentPosition);
  }
  return positions;
};
const writeReadableLater = (position: string): PlannedResponse => ({
  status: 201,
  headers: { 'x-position': position, 'x-readable': 'later' },
});
const readable: PlannedResponse = { status: 200 };
const laggingRead: PlannedResponse = { status: 503 };

test('the position of an unread write is sent until a read succeeds', async () => {
  expect(await sentPositions([writeReadableLater('7'), laggingRead, readable, readable])).toEqual([
    undefined,
    '7',
    '7',
    undefined,
  ]);
});

test('of several unread writes, only the last position is sent', async () => {
  expect(await sentPositions([writeReadableLater('7'), writeReadableLater('9'), readable, readable])).toEqual([
    undefined,
    '7',
    '9',
    undefined,
  ]);
});

test('an older write whose response comes later does not replace the position of a newer one', async () => {
  expect(await sentPositions([writeReadableLater('10'), writeReadableLater('9'), readable, readable])).toEqual([
    undefined,
    '10',
    '10',
    undefined,
  ]);
});

test('reads wait for the writes of a library, and its own reads too', async () => {
  plannedResponse = writeReadableLater('12');
  await trackedFetch(url, { method: 'PUT', headers: { 'x-client-info': 'festoon-web' } });
  expect(sentPosition).toBeUndefined();
  expect(await sentPositions([laggingRead])).toEqual(['12']);
  plannedResponse = readable;
  await trackedFetch(url, { method: 'POST' });
  expect(sentPosition).toBeUndefined();
  await trackedFetch(url);
  expect(sentPosition).toBe('12');
  expect(await sentPositions([readable])).toEqual([undefined]);
});

test('the position of a readable write is not sent', async () => {
  const readable = { status: 201, headers: { 'x-position': '11' } };
  expect(await sentPositions([readable, readable])).toEqual([undefined, undefined]);
});

test('preloaded data is used once, and not after a write or a refusal', async () => {
  const original = globalThis.fetch;
  let requests = 0;
  globalThis.fetch = (input, init) => {
    requests++;
    return original(String(input).replace('/api/v1/leads', url), init);
  };
  try {
    plannedResponse = { status: 200, body: '{"items":[]}' };
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
    plannedResponse = { status: 503 };
    preload('/leads');
    await expect(api.get('/leads')).rejects.toThrow();
    expect(requests).toBe(7);
  } finally {
    globalThis.fetch = original;
  }
});

describe('the shown position', () => {
  /** The shown position of the page after responses with these positions. */
  const shownAfter = async (...positions: readonly (string | undefined)[]) => {
    for (const position of positions) {
      plannedResponse = { status: 200, headers: position === undefined ? {} : { 'x-shown-position': position } };
      await request('GET', url);
    }
    return shownPosition();
  };
  beforeEach(() => setShownPosition(undefined));

  test('is the lowest of what was read, compared as numbers', async () => {
    expect(await shownAfter()).toBeUndefined();
    expect(await shownAfter('100', '9', undefined, '20')).toBe('9');
  });

  test('grows with the messages of the socket, and starts again for another account', async () => {
    await shownAfter('9');
    setShownPosition('30');
    expect(await shownAfter('40')).toBe('30');
    setShownPosition(undefined);
    expect(await shownAfter('50')).toBe('50');
  });

  test('also counts responses that were requested before the page was opened', async () => {
    const fetchSpy = jest.spyOn(globalThis, 'fetch');
    fetchSpy.mockResolvedValue(Response.json({}, { headers: { 'x-shown-position': '7' } }));
    preload('/leads');
    await api.get('/leads');
    expect([shownPosition(), fetchSpy.mock.calls.length]).toEqual(['7', 1]);
    fetchSpy.mockRestore();
  });
});
