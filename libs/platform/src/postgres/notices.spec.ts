import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import type { Client } from 'pg';
import { eventually } from '#platform/testing';
import { Database } from './database.ts';
import { Notices } from './notices.ts';

/** A server that breaks off some of the connections it is asked for. */
class Flickering extends Database {
  readonly made: EventEmitter[] = [];
  readonly ended: EventEmitter[] = [];
  readonly #broken: readonly number[];

  constructor(broken: readonly number[]) {
    super('postgres://nowhere');
    this.#broken = broken;
  }

  override async dedicated(): Promise<Client> {
    const breaks = this.#broken.includes(this.made.length);
    const line = new EventEmitter();
    const query = async () => {
      if (!breaks) return;
      setImmediate(() => line.emit('end'));
      throw new Error('Connection terminated unexpectedly');
    };
    this.made.push(line);
    // What notices use of a connection.
    return Object.assign(line, { query, end: async () => void this.ended.push(line) }) as unknown as Client;
  }
}

test('whoever listens comes back alone, however often the connection breaks while it is made', async () => {
  const database = new Flickering([1, 2, 3, 4]);
  const notices = new Notices(database);
  const received: string[] = [];
  notices.on('log', (payload) => received.push(payload));
  await notices.onApplicationBootstrap();
  database.made[0]?.emit('end');
  await eventually(() => received.length > 0);
  // Others would come within this time.
  await sleep(600);
  expect(database.made).toHaveLength(6);
  expect(received).toEqual(['']);
  database.made[5]?.emit('notification', { channel: 'log', payload: '7' });
  expect(received).toEqual(['', '7']);
  await notices.onApplicationShutdown();
});

test('a connection that was just made when all ends is given back', async () => {
  const database = new Flickering([]);
  const notices = new Notices(database);
  await notices.onApplicationBootstrap();
  database.made[0]?.emit('end');
  await notices.onApplicationShutdown();
  await sleep(600);
  expect(database.ended).toEqual(database.made.slice(1));
});
