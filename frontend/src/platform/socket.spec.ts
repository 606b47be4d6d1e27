import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Query } from '@tanstack/react-query';
import type { io } from 'socket.io-client';
import { countedReads } from './counted-reads.suite.ts';
import { setShownPosition, shownPosition } from './http.ts';
import { queryClient } from './query-client.ts';
import { openSocket } from './socket.ts';

type Handshake = { token?: string | undefined; position?: string | undefined };

beforeEach(() => setShownPosition(undefined));

/**
 * A socket whose server the test plays: `handshake` is what the page sends when it connects, `receive` a message of the
 * server.
 */
const open = () => {
  const listeners = new Map<string, (message: unknown) => void>();
  let auth: (send: (handshake: Handshake) => void) => void = () => undefined;
  const connect = ((options: { auth: typeof auth }) => {
    auth = options.auth;
    return socket;
  }) as unknown as typeof io;
  const socket = {
    active: true,
    on: (name: string, listener: (message: unknown) => void) => listeners.set(name, listener),
    connect: jest.fn(),
    disconnect: jest.fn(() => socket),
  };
  const onRefused = jest.fn();
  const updates = { messages: { read: ['messages'] } };
  const connection = openSocket({ token: async () => 'token', updates, onRefused, connect });
  return {
    connection,
    onRefused,
    connect: socket.connect,
    /** The server refuses the handshake: the socket does not try again by itself. */
    refuse: () => {
      socket.active = false;
      listeners.get('connect_error')?.(new Error('Authentication required'));
    },
    handshake: () => new Promise<Handshake>((resolve) => auth(resolve)),
    receive: (name: string, message?: unknown) => listeners.get(name)?.(message),
  };
};

test('each handshake carries the token and the position that the page shows at that time', async () => {
  const socket = open();
  expect(await socket.handshake()).toEqual({ token: 'token', position: undefined });
  setShownPosition('7');
  expect(await socket.handshake()).toEqual({ token: 'token', position: '7' });
});

test('each message moves the position up to which the page was notified, and its topics are read again together', async () => {
  const socket = open();
  const refresh = jest.spyOn(queryClient, 'refreshTopics');
  const refreshed = new Promise((resolve) => {
    refresh.mockImplementation(async (topics) => {
      resolve([...topics]);
      return [];
    });
  });
  socket.receive('changed', { topic: 'bookings', position: '8' });
  socket.receive('read', { position: '9' });
  expect(shownPosition()).toBe('9');
  expect(await refreshed).toEqual(['bookings', 'messages']);
  refresh.mockRestore();
});

describe('many changes in a row', () => {
  /** When a topic was read, in milliseconds since the first message. */
  const reads: [topics: string, at: number][] = [];
  /** How long a read takes, in milliseconds, and of how many requests it consists. */
  let duration = 10;
  let requests = 1;
  let start = 0;
  beforeEach(() => {
    jest.useFakeTimers();
    [duration, requests, start] = [10, 1, Date.now()];
    reads.length = 0;
    jest.spyOn(queryClient, 'refreshTopics').mockImplementation(async (topics) => {
      reads.push([[...topics].join(), Date.now() - start]);
      await new Promise((resolve) => setTimeout(resolve, duration));
      return [{ state: { data: { pageParams: Array.from({ length: requests }) } } } as Query];
    });
  });
  afterEach(() => {
    jest.restoreAllMocks();
    jest.useRealTimers();
  });
  /** Receives a message every 100 ms. */
  const receiveMany = async (count: number) => {
    const socket = open();
    for (let message = 0; message < count; message += 1) {
      socket.receive('changed', { topic: 'galleries', position: '1' });
      await jest.advanceTimersByTimeAsync(100);
    }
    return socket;
  };

  test('are read at once, then about every second, and once more after the last one', async () => {
    await receiveMany(15);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(reads).toEqual([
      ['galleries', 40],
      ['galleries', 1_050],
      ['galleries', 2_060],
    ]);
  });

  test('are read once more after a read that is in progress has ended', async () => {
    duration = 5_000;
    await receiveMany(2);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(reads).toEqual([
      ['galleries', 40],
      ['galleries', 6_040],
    ]);
  });

  test('are read less often by a page that needs many requests for them', async () => {
    requests = 10;
    await receiveMany(100);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(reads.map(([, at]) => at)).toEqual([40, 4_050, 8_060, 12_070]);
  });

  test('do not delay another topic', async () => {
    const socket = await receiveMany(2);
    socket.receive('read', { position: '2' });
    await jest.advanceTimersByTimeAsync(60_000);
    expect(reads).toEqual([
      ['galleries', 40],
      ['messages', 240],
      ['galleries', 1_050],
    ]);
  });
});

test('a page that missed too much reads everything again', () => {
  const invalidate = jest.spyOn(queryClient, 'invalidateAll').mockResolvedValue();
  open().receive('outdated');
  expect(invalidate.mock.calls).toEqual([[]]);
  invalidate.mockRestore();
});

describe('after a refused handshake', () => {
  const reads = countedReads();

  test('the session is checked, and the socket connects again after longer and longer waits', () => {
    const socket = open();
    const waits = [2, 4, 8, 16, 32, 60, 60];
    for (const [retries, seconds] of waits.entries()) {
      socket.refuse();
      jest.advanceTimersByTime(seconds * 1_000 - 1);
      expect(socket.connect).toHaveBeenCalledTimes(retries);
      jest.advanceTimersByTime(1);
    }
    expect([socket.connect.mock.calls.length, socket.onRefused.mock.calls.length]).toEqual([7, 7]);
    socket.receive('connect');
    socket.refuse();
    jest.advanceTimersByTime(2_000);
    expect(socket.connect).toHaveBeenCalledTimes(8);
  });

  test('the page reads its data every minute until the socket is connected', () => {
    const socket = open();
    socket.refuse();
    socket.refuse();
    jest.advanceTimersByTime(120_000);
    expect(reads.count).toBe(2);
    socket.receive('connect');
    jest.advanceTimersByTime(120_000);
    expect(reads.count).toBe(2);
  });

  test('a closed connection neither connects nor reads', () => {
    const socket = open();
    socket.refuse();
    socket.connection.close();
    jest.advanceTimersByTime(120_000);
    expect([socket.connect.mock.calls.length, reads.count]).toEqual([0, 0]);
  });

  test('a connection that was opened again with a new token does not open again', () => {
    const socket = open();
    socket.refuse();
    socket.connection.reconnect();
    jest.advanceTimersByTime(120_000);
    expect(socket.connect).toHaveBeenCalledTimes(1);
  });

  test('a connection that is only interrupted is left to the socket, which tries again by itself', () => {
    const socket = open();
    socket.receive('connect_error', new Error('websocket error'));
    jest.advanceTimersByTime(120_000);
    expect([socket.connect.mock.calls.length, socket.onRefused.mock.calls.length]).toEqual([0, 0]);
  });
});
