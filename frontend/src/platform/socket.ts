import type { InfiniteData, Query } from '@tanstack/react-query';
import { io, type Socket } from 'socket.io-client';
import { setShownPosition, shownPosition } from './http.ts';
import type { LiveUpdates } from './live-updates.ts';
import { poll } from './polling.ts';
import { queryClient } from './query-client.ts';
import { sleep } from './sleep.ts';

/** Something under `topic` changed; reads that start at `position` or later show it. */
type ChangedMessage = { topic: string; position: string };

export type Connection = { reconnect(): void; close(): void };

// In milliseconds. One command may write several events: the queries they concern are read again once. Then these
// queries are not read again for a while, so that many changes in a row leave most of the user's requests per minute for
// the pages.
const batchWindow = 40;
const minPause = 1_000;
const pausePerRequest = 400;

/** How many requests it takes to read a query again. */
const requestsOf = ({ state }: Query): number =>
  (state.data as Partial<InfiniteData<unknown>> | undefined)?.pageParams?.length ?? 1;

/**
 * Collects topics for a moment and then reads them again together. A topic that is announced again while it is read, or
 * shortly afterwards, is read once more after the pause.
 */
const batchingRefresh = (): ((topics: Iterable<string>) => void) => {
  const dueTopics = new Set<string>();
  const pausedTopics = new Set<string>();
  let isScheduled = false;
  const refresh = async (topics: readonly string[]) => {
    for (const topic of topics) pausedTopics.add(topic);
    const queries = await queryClient.refreshTopics(topics);
    const requests = queries.reduce((sum, query) => sum + requestsOf(query), 0);
    await sleep(Math.max(minPause, pausePerRequest * requests));
    for (const topic of topics) pausedTopics.delete(topic);
    flush();
  };
  const flush = () => {
    isScheduled = false;
    const topics = [...dueTopics].filter((topic) => !pausedTopics.has(topic));
    for (const topic of topics) dueTopics.delete(topic);
    if (topics.length > 0) void refresh(topics);
  };
  return (topics) => {
    for (const topic of topics) dueTopics.add(topic);
    if (isScheduled) return;
    isScheduled = true;
    setTimeout(flush, batchWindow);
  };
};

type SocketOptions = {
  token: () => Promise<string | undefined>;
  updates: Pick<Required<LiveUpdates>, 'messages'>;
  /**
   * The server refused the handshake: the session may have ended. If it has, close the connection; until then the
   * handshake is repeated from time to time.
   */
  onRefused: () => void;
  /** Connects to this site, by default as a browser does. */
  connect?: typeof io;
};

// How long to wait before the next try after a refusal, in milliseconds. Each refusal in a row doubles it.
const firstRetryWait = 2_000;
const maxRetryWait = 60_000;

/**
 * Opens the one socket of this tab. Every handshake carries the current access token and the position that the page
 * shows at least, so the server can send what was missed since.
 */
export const openSocket = ({ token, updates, onRefused, connect = io }: SocketOptions): Connection => {
  let connectedBefore = false;
  let retryWait = firstRetryWait;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let polling: AbortController | undefined;
  const stopRetrying = () => {
    clearTimeout(retryTimer);
    polling?.abort();
    polling = undefined;
  };
  const refresh = batchingRefresh();
  const socket: Socket = connect({
    transports: ['websocket', 'polling'],
    auth: (send) => void token().then((access) => send({ token: access, position: shownPosition() })),
  });
  const retryLater = () => {
    clearTimeout(retryTimer);
    retryTimer = setTimeout(() => socket.connect(), retryWait);
    retryWait = Math.min(2 * retryWait, maxRetryWait);
    if (polling) return;
    polling = new AbortController();
    poll(polling.signal);
  };
  socket.on('connect', () => {
    stopRetrying();
    retryWait = firstRetryWait;
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
    if (socket.active) return;
    retryLater();
    onRefused();
  });
  const listen = <T extends { position: string }>(message: string, topicsOf: (data: T) => readonly string[]) =>
    socket.on(message, (data: T) => {
      setShownPosition(data.position);
      refresh(topicsOf(data));
    });
  listen('changed', ({ topic }: ChangedMessage) => [topic]);
  for (const [message, topics] of Object.entries(updates.messages)) listen(message, () => topics);
  return {
    reconnect: () => {
      clearTimeout(retryTimer);
      socket.disconnect().connect();
    },
    close: () => {
      stopRetrying();
      socket.disconnect();
    },
  };
};
