import type { QueryClient } from '@tanstack/react-query';
import { io, type Socket } from 'socket.io-client';
import type { BookingHistoryMessage } from '#bookings/contract';

/** Something under `topic` changed; reads that begin at `position` or later show it. */
type Changed = { topic: string; id: string; position: string };

// A query's key begins with the topic it shows: ['bookings', …]. These show more than one.
const alsoShown: Readonly<Record<string, readonly string[]>> = {
  bookings: ['dashboard'],
  leads: ['dashboard'],
  payments: ['dashboard', 'leads', 'bookings'],
  catalog: ['creators', 'profile', 'me'],
  identity: ['me'],
};

type Connection = { reconnect(): void; close(): void };

// One command may write several events: what they change is asked for once. In milliseconds.
const pause = 40;

/** Marks topics as stale, all that came within a moment together. */
const refresher = (client: QueryClient): ((topics: readonly string[]) => void) => {
  const due = new Set<string>();
  const flush = () => {
    for (const topic of due) void client.invalidateQueries({ queryKey: [topic] });
    due.clear();
  };
  return (topics) => {
    if (due.size === 0) setTimeout(flush, pause);
    for (const topic of topics) due.add(topic);
  };
};

/**
 * Opens the one socket of this tab. Each handshake carries the access token of that moment and the last position seen,
 * so that what was missed in between is sent again.
 */
export const openRealtime = (client: QueryClient, token: () => Promise<string | undefined>): Connection => {
  let seen: string | undefined;
  let opened = false;
  const refresh = refresher(client);
  const socket: Socket = io({
    transports: ['websocket', 'polling'],
    auth: (send) => void token().then((access) => send({ token: access, ...(seen && { position: seen }) })),
  });
  socket.on('connect', () => {
    if (opened) void client.invalidateQueries();
    opened = true;
  });
  // The server ends a socket with its token. socket.io takes that for the last word; we come back with a fresh one.
  socket.on('disconnect', (reason) => {
    if (reason === 'io server disconnect') socket.connect();
  });
  socket.on('changed', ({ topic, position }: Changed) => {
    seen = position;
    refresh([topic, ...(alsoShown[topic] ?? [])]);
  });
  socket.on('booking.history', ({ position }: BookingHistoryMessage) => {
    seen = position;
    refresh(['bookings', 'dashboard']);
  });
  return { reconnect: () => socket.disconnect().connect(), close: () => socket.disconnect() };
};
