import { io, type Socket } from 'socket.io-client';
import { setShownPosition, shownPosition } from './http.ts';
import type { LiveUpdates } from './live-updates.ts';
import { queryClient } from './query-client.ts';

/** Something under `topic` changed; reads that start at `position` or later show it. */
type ChangedMessage = { topic: string; position: string };

export type Connection = { reconnect(): void; close(): void };

// One command may write several events: the queries they concern are read again once. In milliseconds.
const batchWindow = 40;

/** Collects topics for a moment and then invalidates them together. */
const batchingInvalidation = (): ((topics: readonly string[]) => void) => {
  const dueTopics = new Set<string>();
  const flush = () => {
    void queryClient.invalidateTopics(dueTopics);
    dueTopics.clear();
  };
  return (topics) => {
    if (dueTopics.size === 0) setTimeout(flush, batchWindow);
    for (const topic of topics) dueTopics.add(topic);
  };
};

type SocketOptions = {
  token: () => Promise<string | undefined>;
  updates: Pick<Required<LiveUpdates>, 'messages'>;
  /** The server refused the token: the session may have ended. */
  onRefused: () => void;
  /** Connects to this site, by default as a browser does. */
  connect?: typeof io;
};

/**
 * Opens the one socket of this tab. Every handshake carries the current access token and the position that the page
 * shows at least, so the server can send what was missed since.
 */
export const openSocket = ({ token, updates, onRefused, connect = io }: SocketOptions): Connection => {
  let connectedBefore = false;
  const invalidate = batchingInvalidation();
  const socket: Socket = connect({
    transports: ['websocket', 'polling'],
    auth: (send) => void token().then((access) => send({ token: access, position: shownPosition() })),
  });
  socket.on('connect', () => {
    if (connectedBefore) void queryClient.invalidateAll();
    connectedBefore = true;
  });
  // Too much has happened since the position in the handshake.
  socket.on('outdated', () => void queryClient.invalidateAll());
  // The server closes a socket whose token has expired. socket.io does not reconnect then, but we have a new token.
  socket.on('disconnect', (reason) => {
    if (reason === 'io server disconnect') socket.connect();
  });
  // Without a connection the socket tries again by itself and is `active`; after a refusal it is not.
  socket.on('connect_error', () => {
    if (!socket.active) onRefused();
  });
  const listen = <T extends { position: string }>(message: string, topicsOf: (data: T) => readonly string[]) =>
    socket.on(message, (data: T) => {
      setShownPosition(data.position);
      invalidate(topicsOf(data));
    });
  listen('changed', ({ topic }: ChangedMessage) => [topic]);
  for (const [message, topics] of Object.entries(updates.messages)) listen(message, () => topics);
  return { reconnect: () => socket.disconnect().connect(), close: () => socket.disconnect() };
};
