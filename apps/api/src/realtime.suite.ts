import { io, type Socket } from 'socket.io-client';
import type { BookingHistoryMessage } from '#bookings/contract';
import { eventually } from '#platform/testing';
import { type Site } from './api.suite.ts';

export type ChangedMessage = { readonly topic: string; readonly id: string; readonly position: string };
type Handshake = { readonly token?: string; readonly position?: string };

/**
 * A socket, and all messages it has received. Those about notifications and scores are left out: they follow a change
 * after a while that differs from test to test.
 */
export class SocketConnection {
  readonly changed: ChangedMessage[] = [];
  readonly history: BookingHistoryMessage[] = [];
  /** The server has said that too much happened since the position of the handshake. */
  isOutdated = false;
  /** The reason for which the socket was closed, or undefined while it is open. */
  ended: string | undefined;

  private constructor(readonly socket: Socket) {
    socket.on('changed', (message: ChangedMessage) => {
      // A notification follows a change after a while that differs from test to test.
      if (message.topic !== 'notifications' && !message.id.startsWith('lead-scores-')) this.changed.push(message);
    });
    socket.on('booking.history', (message: BookingHistoryMessage) => this.history.push(message));
    socket.on('outdated', () => {
      this.isOutdated = true;
    });
    socket.on('disconnect', (reason) => {
      this.ended = reason;
    });
  }

  /** Opens a socket. Throws the server's error if the connection is refused, and the reason if it is closed. */
  static async open(
    { url }: Pick<Site, 'url'>,
    auth: Handshake,
    transport: 'websocket' | 'polling' = 'websocket',
  ): Promise<SocketConnection> {
    const socket = io(url, { auth, transports: [transport], reconnection: false, forceNew: true });
    const connection = new SocketConnection(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('connect_error', reject);
      socket.once('disconnect', reject);
    });
    return connection;
  }

  /** Waits for a message about this id. */
  receives(id: string, topic?: string): Promise<unknown> {
    return eventually(async () =>
      this.changed.some((message) => message.id === id && message.topic === (topic ?? message.topic)),
    );
  }

  /** The ids that all received messages are about. */
  get ids(): ReadonlySet<string> {
    return new Set([...this.changed.map(({ id }) => id), ...this.history.map(({ bookingId }) => bookingId)]);
  }

  get lastPosition(): string {
    return this.changed.at(-1)?.position ?? '0';
  }

  close(): void {
    this.socket.disconnect();
  }
}
