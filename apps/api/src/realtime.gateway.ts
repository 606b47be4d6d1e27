import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { type OnGatewayInit, WebSocketGateway, WebSocketServer } from '@nestjs/websockets';
import type { Server, Socket } from 'socket.io';
import { z } from 'zod';
import { type Caller, type IdentityPublished, Sessions } from '#identity';
import { type Recorded, Refusal, refuse } from '#kernel';
import { EventStore } from '#platform/event-store';
import { faultOf } from '#platform/logging';
import { Metrics } from '#platform/metrics';
import { Projector } from '#platform/projections';
import { Audiences } from './audiences.ts';
import { withoutRepeated } from './public-messages.ts';

const handshake = z.object({
  token: z.string().max(10_000),
  position: z
    .string()
    .regex(/^\d{1,19}$/)
    .optional(),
});

const professionalsRoom = 'pros';
const everyonesRoom = 'everyone';
const roomOf = (userId: string) => `user:${userId}`;
const sessionRoomOf = (sessionId: string) => `session:${sessionId}`;
/** The maximum number of packets that one socket may send in a second. */
const maxPacketsPerSecond = 20;

/**
 * Notifies open pages of changes, after the read tables show them. Each process follows the log for its own sockets.
 */
@WebSocketGateway({ serveClient: false, maxHttpBufferSize: 10_000 })
export class RealtimeGateway implements OnGatewayInit<Server>, OnApplicationBootstrap, OnApplicationShutdown {
  @WebSocketServer() private readonly server!: Server;
  readonly #log = new Logger('Realtime');
  readonly #stop = new AbortController();
  /** The head of the log when this process started, from which on it sends messages; undefined if it stops before. */
  #start: Promise<bigint | undefined> | undefined;
  #following: Promise<unknown> | undefined;
  /**
   * How often a socket checks that its session has not ended, in milliseconds. A change applies to new sockets only.
   */
  recheckEvery = 30_000;
  /** A client that missed more events than this receives `outdated` instead, and reads everything again. */
  maxMissedEvents = 500;
  /** How many sockets of one user this process accepts. */
  maxSocketsPerUser = 20;
  /** A socket with more bytes than this that its client has not received is closed. The client connects again. */
  maxBufferedBytes = 1_000_000;

  constructor(
    private readonly store: EventStore,
    private readonly projector: Projector,
    private readonly sessions: Sessions,
    private readonly audiences: Audiences,
    private readonly metrics: Metrics,
  ) {}

  afterInit(server: Server): void {
    this.metrics.countSockets(() => server.sockets.sockets.size);
    server.use((socket, next) => {
      this.#authenticate(socket).then(
        () => next(),
        (error: Error) => {
          // After a refusal, clients do not try again by themselves. After a closed connection they do.
          if (!(error instanceof Refusal)) socket.conn.close();
          next(error);
        },
      );
    });
  }

  onApplicationBootstrap(): void {
    this.#start = this.#findStart();
    // Apart, because the messages wait for the read tables and the end of a session does not.
    this.#following = Promise.all([
      this.#follow(async (batch) => this.#endSessions(batch)),
      this.#follow((batch) => this.#broadcast(batch)),
    ]);
  }

  async onApplicationShutdown(): Promise<void> {
    this.#stop.abort();
    await this.#following;
  }

  /**
   * Authenticates the socket and lets it join only the rooms of its own user. Refuses `session-missing` and
   * `too-many-sockets`.
   */
  async #authenticate(socket: Socket): Promise<void> {
    const { data = {} } = handshake.safeParse(socket.handshake.auth);
    const { token = '', position }: Partial<z.infer<typeof handshake>> = data;
    const caller = await this.sessions.caller(token);
    if (!caller || caller.awaitsSecondFactor) refuse('session-missing', 'Authentication required');
    // Otherwise a socket would miss the messages about changes between its connection and that position.
    await this.#start;
    const socketsOfUser = this.server.sockets.adapter.rooms.get(roomOf(caller.userId))?.size ?? 0;
    if (socketsOfUser >= this.maxSocketsPerUser)
      refuse('too-many-sockets', 'Too many open pages. Please close some of them.');
    const ownRooms = [everyonesRoom, roomOf(caller.userId), sessionRoomOf(caller.sessionId)];
    await socket.join(caller.role === 'client' ? ownRooms : [...ownRooms, professionalsRoom]);
    this.#disconnectWithSession(socket, token, caller);
    this.#closeIfSlow(socket);
    if (position !== undefined)
      setImmediate(() => void this.#sendMissed(socket, BigInt(position)).catch(() => undefined));
  }

  /** Ends the socket with its token or session, whichever ends first. */
  #disconnectWithSession(socket: Socket, token: string, { expiresAt }: Caller): void {
    const end = () => socket.disconnect(true);
    let [second, packets] = [0, 0];
    // A page sends only heartbeats. A client that sends more packets than the limit abuses the connection.
    socket.conn.on('packet', () => {
      const now = Math.floor(Date.now() / 1_000);
      packets = now === second ? packets + 1 : 1;
      second = now;
      if (packets > maxPacketsPerSecond) end();
    });
    const expiry = setTimeout(end, Math.max(0, expiresAt * 1_000 - Date.now()));
    const check = () => {
      this.sessions.caller(token).then(
        (caller) => (caller && !caller.awaitsSecondFactor) || end(),
        () => undefined,
      );
    };
    // The session may have ended while the socket was not in its room yet.
    setImmediate(check);
    const recheck = setInterval(check, this.recheckEvery);
    socket.once('disconnect', () => {
      clearTimeout(expiry);
      clearInterval(recheck);
    });
  }

  #closeIfSlow({ conn }: Socket): void {
    let bufferedBytes = 0;
    conn.on('packetCreate', ({ data = '' }: { data?: string | Buffer }) => {
      bufferedBytes += Buffer.byteLength(data);
      if (bufferedBytes > this.maxBufferedBytes) conn.close();
    });
    // All packets are passed on together, once those before them were sent.
    conn.on('flush', () => {
      bufferedBytes = 0;
    });
  }

  /** Sends the messages of the events since the last position that the client saw. */
  async #sendMissed(socket: Socket, position: bigint): Promise<void> {
    const isOutdated = this.store.densePositions && (await this.store.head()) - position > BigInt(this.maxMissedEvents);
    if (isOutdated) return void socket.emit('outdated');
    const missedEvents = await this.store.after(position, this.maxMissedEvents + 1);
    const lastEvent = missedEvents.at(-1);
    if (!lastEvent) return;
    if (missedEvents.length > this.maxMissedEvents) return void socket.emit('outdated');
    if (!(await this.#waitUntilShown(lastEvent.position))) return;
    for (const { rooms, name, body } of await this.#messagesOf(missedEvents))
      if (rooms.some((room) => socket.rooms.has(room))) socket.emit(name, body);
  }

  async #follow(handle: (batch: readonly Recorded[]) => Promise<void>): Promise<void> {
    const { signal } = this.#stop;
    let position = await this.#start;
    while (!signal.aborted && position !== undefined)
      try {
        for await (const batch of this.store.subscribe(position, signal)) {
          await handle(batch);
          position = batch.at(-1)?.position ?? position;
        }
      } catch (error) {
        await this.#pauseAfter(error);
      }
  }

  async #findStart(): Promise<bigint | undefined> {
    while (!this.#stop.signal.aborted)
      try {
        return await this.store.head();
      } catch (error) {
        await this.#pauseAfter(error);
      }
    return undefined;
  }

  async #pauseAfter(error: unknown): Promise<void> {
    this.#log.warn(`A step failed and will be retried: ${faultOf(error)}`);
    await sleep(250);
  }

  async #broadcast(batch: readonly Recorded[]): Promise<void> {
    if (!(await this.#waitUntilShown(batch.at(-1)?.position ?? 0n))) return;
    // Not before the wait: a page that connects during it may have read the older data.
    if (this.server.sockets.sockets.size === 0) return;
    for (const { rooms, name, body } of await this.#messagesOf(batch)) this.server.to([...rooms]).emit(name, body);
  }

  /** Disconnects the sockets of sessions that the events ended. */
  #endSessions(batch: readonly Recorded[]): void {
    for (const { type, data } of batch as readonly Recorded<IdentityPublished>[]) {
      if (type === 'SessionsRevoked') this.server.in(data.sessionIds.map(sessionRoomOf)).disconnectSockets(true);
      if (type === 'PersonErased') this.server.in(roomOf(data.personId)).disconnectSockets(true);
    }
  }

  /**
   * Waits without a time limit until the read tables show the position: a client that is notified too early would read
   * old data and get no second message. Returns false when this process stops.
   */
  async #waitUntilShown(position: bigint): Promise<boolean> {
    while (!this.#stop.signal.aborted) if (await this.projector.waitUntilProjected(position)) return true;
    return false;
  }

  async #messagesOf(events: readonly Recorded[]) {
    const messages = [];
    for (const event of events) messages.push(...(await this.#messages(event)));
    return withoutRepeated(messages);
  }

  async #messages(event: Recorded) {
    if (event.isNewer) return [];
    const notification = await this.audiences.of(event);
    if (!notification) return [];
    const { people, professionals = false, everyone = false, messages } = notification;
    const rooms = [
      ...people.map(roomOf),
      ...(professionals ? [professionalsRoom] : []),
      ...(everyone ? [everyonesRoom] : []),
    ];
    return rooms.length === 0 ? [] : messages.map((message) => ({ ...message, rooms, everyone }));
  }
}
