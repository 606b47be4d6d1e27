import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { type OnGatewayInit, WebSocketGateway, WebSocketServer } from '@nestjs/websockets';
import type { Server, Socket } from 'socket.io';
import { z } from 'zod';
import { type Caller, Sessions } from '#identity';
import type { Recorded } from '#kernel';
import { EventStore } from '#platform/event-store';
import { faultOf } from '#platform/logging';
import { Projector } from '#platform/projections';
import { Audiences } from './audiences.ts';

const handshake = z.object({
  token: z.string().max(10_000),
  position: z
    .string()
    .regex(/^\d{1,19}$/)
    .optional(),
});

const pros = 'pros';
const roomOf = (userId: string) => `user:${userId}`;
/** From one page, in a second. */
const mostPackets = 20;
/** Who missed more events than this asks for everything anyway. */
const longestAbsence = 500;

/** Tells people's open pages what changed, once a read would show it. Each process follows the log for its own sockets. */
@WebSocketGateway({ serveClient: false, maxHttpBufferSize: 10_000 })
export class RealtimeGateway implements OnGatewayInit<Server>, OnApplicationBootstrap, OnApplicationShutdown {
  @WebSocketServer() private readonly server!: Server;
  readonly #log = new Logger('Realtime');
  readonly #stop = new AbortController();
  #following: Promise<void> | undefined;
  /** A session that was ended hears nothing more after at most this time, in milliseconds. For sockets yet to come. */
  recheckEvery = 30_000;

  constructor(
    private readonly store: EventStore,
    private readonly projector: Projector,
    private readonly sessions: Sessions,
    private readonly audiences: Audiences,
  ) {}

  afterInit(server: Server): void {
    server.use((socket, next) => {
      this.#admit(socket).then(
        () => next(),
        () => next(new Error('Authentication required')),
      );
    });
  }

  onApplicationBootstrap(): void {
    this.#following = this.#follow();
  }

  async onApplicationShutdown(): Promise<void> {
    this.#stop.abort();
    await this.#following;
  }

  /** Into one's own rooms and no other. */
  async #admit(socket: Socket): Promise<void> {
    const { token, position } = handshake.parse(socket.handshake.auth);
    const caller = await this.sessions.caller(token);
    if (!caller || caller.awaitsSecondFactor) throw new Error('no session');
    await socket.join(caller.role === 'client' ? [roomOf(caller.userId)] : [roomOf(caller.userId), pros]);
    this.#watch(socket, token, caller);
    if (position !== undefined) setImmediate(() => void this.#repeat(socket, BigInt(position)).catch(() => undefined));
  }

  /** Ends the socket with its token or session, whichever ends first. */
  #watch(socket: Socket, token: string, { expiresAt }: Caller): void {
    const end = () => socket.disconnect(true);
    let [second, packets] = [0, 0];
    // A page has nothing to say but that it is there.
    socket.conn.on('packet', () => {
      const now = Math.floor(Date.now() / 1_000);
      packets = now === second ? packets + 1 : 1;
      second = now;
      if (packets > mostPackets) end();
    });
    const expiry = setTimeout(end, Math.max(0, expiresAt * 1_000 - Date.now()));
    const recheck = setInterval(() => {
      this.sessions.caller(token).then(
        (caller) => (caller && !caller.awaitsSecondFactor) || end(),
        () => undefined,
      );
    }, this.recheckEvery);
    socket.once('disconnect', () => {
      clearTimeout(expiry);
      clearInterval(recheck);
    });
  }

  /** What was missed since the last position seen. */
  async #repeat(socket: Socket, position: bigint): Promise<void> {
    const missed = await this.store.after(position, longestAbsence + 1);
    if (missed.length > longestAbsence) return;
    if (!(await this.#shown(missed.at(-1)?.position ?? position))) return;
    for (const event of missed)
      for (const message of await this.#messages(event))
        if (message.rooms.some((room) => socket.rooms.has(room))) socket.emit(message.name, message.body);
  }

  async #follow(): Promise<void> {
    const { signal } = this.#stop;
    let position: bigint | undefined;
    while (!signal.aborted)
      try {
        position ??= await this.store.head();
        for await (const batch of this.store.subscribe(position, signal)) {
          await this.#tell(batch);
          position = batch.at(-1)?.position ?? position;
        }
      } catch (error) {
        this.#log.warn(`Tries again after: ${faultOf(error)}`);
        await sleep(250);
      }
  }

  async #tell(batch: readonly Recorded[]): Promise<void> {
    if (this.server.sockets.sockets.size === 0) return;
    if (!(await this.#shown(batch.at(-1)?.position ?? 0n))) return;
    for (const event of batch)
      for (const { rooms, name, body } of await this.#messages(event)) this.server.to([...rooms]).emit(name, body);
  }

  /** However long it takes: who is told too early reads what was, and is not told again. False once this process ends. */
  async #shown(position: bigint): Promise<boolean> {
    while (!this.#stop.signal.aborted) if (await this.projector.waitUntilProjected(position)) return true;
    return false;
  }

  async #messages(event: Recorded) {
    const notification = await this.audiences.of(event);
    if (!notification) return [];
    const { people, professionals = false, messages } = notification;
    const rooms = [...people.map(roomOf), ...(professionals ? [pros] : [])];
    return rooms.length === 0 ? [] : messages.map((message) => ({ ...message, rooms }));
  }
}
