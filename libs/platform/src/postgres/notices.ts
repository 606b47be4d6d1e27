import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Client } from 'pg';
import { faultOf } from '#platform/logging';
import { Database } from './database.ts';

type Listener = (payload: string) => void;

/** One LISTEN connection for the whole process. A lost notice only causes a delay, because followers also poll. */
@Injectable()
export class Notices implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #log = new Logger(Notices.name);
  readonly #listeners = new Map<string, Set<Listener>>();
  #client: Client | undefined;
  readonly #stop = new AbortController();

  constructor(private readonly database: Database) {}

  /** Calls the listener for every notice on the channel, and with '' after a reconnect. Returns how to unsubscribe. */
  on(channel: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(channel) ?? new Set();
    this.#listeners.set(channel, listeners.add(listener));
    if (listeners.size === 1) this.#client?.query(`listen "${channel}"`).catch(() => undefined);
    return () => listeners.delete(listener);
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.#connect();
  }

  async onApplicationShutdown(): Promise<void> {
    this.#stop.abort();
    await this.#client?.end();
  }

  async #connect(): Promise<void> {
    const client = await this.database.dedicatedConnection();
    client.on('notification', ({ channel, payload }) => this.#notify(channel, payload ?? ''));
    try {
      for (const channel of this.#listeners.keys()) await client.query(`listen "${channel}"`);
    } catch (error) {
      client.end().catch(() => undefined);
      throw error;
    }
    if (this.#stop.signal.aborted) return client.end();
    this.#client = client;
    // Only now: a failed connect is already retried by its caller, and each further retry would add another.
    client.on('end', () => void this.#reconnect());
  }

  async #reconnect(): Promise<void> {
    this.#client = undefined;
    while (!(this.#stop.signal.aborted || this.#client)) {
      await sleep(250, undefined, { signal: this.#stop.signal }).catch(() => undefined);
      if (this.#stop.signal.aborted) return;
      await this.#connect().catch((error: unknown) =>
        this.#log.warn(`Not listening for notifications until Postgres responds: ${faultOf(error)}`),
      );
    }
    if (!this.#stop.signal.aborted) for (const channel of this.#listeners.keys()) this.#notify(channel, '');
  }

  #notify(channel: string, payload: string): void {
    for (const listener of this.#listeners.get(channel) ?? []) listener(payload);
  }
}
