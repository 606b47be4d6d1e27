import { beforeEach, expect, jest, test } from '@jest/globals';
import type { io } from 'socket.io-client';
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
    return { on: (name: string, listener: (message: unknown) => void) => listeners.set(name, listener) };
  }) as unknown as typeof io;
  const updates = { messages: { read: ['messages'] } };
  openSocket({ token: async () => 'token', updates, onRefused: () => undefined, connect });
  return {
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
  const invalidate = jest.spyOn(queryClient, 'invalidateTopics');
  const invalidated = new Promise((resolve) => {
    invalidate.mockImplementation(async (topics) => resolve([...topics]));
  });
  socket.receive('changed', { topic: 'bookings', position: '8' });
  socket.receive('read', { position: '9' });
  expect(shownPosition()).toBe('9');
  expect(await invalidated).toEqual(['bookings', 'messages']);
  invalidate.mockRestore();
});

test('a page that missed too much reads everything again', () => {
  const invalidate = jest.spyOn(queryClient, 'invalidateAll').mockResolvedValue();
  open().receive('outdated');
  expect(invalidate.mock.calls).toEqual([[]]);
  invalidate.mockRestore();
});
