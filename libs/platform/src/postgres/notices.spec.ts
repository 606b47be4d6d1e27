import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import type { Client } from 'pg';
import { eventually } from '#platform/testing';
import { Database } from './database.ts';
import { Notices } from './notices.ts';

/** A database that breaks some of its connections. */
class UnreliableDatabase extends Database {
  readonly made: EventEmitter[] = [];
  readonly ended: EventEmitter[] = [];
  readonly #broken: readonly number[];

  constructor(broken: readonly number[]) {
    super('postgres://nowhere');
    this.#broken = broken;
  }

  override async dedicatedConnection(): Promise<Client> {
    const isBroken = this.#broken.includes(this.made.length);
    const line = new EventEmitter();
    const query = async () => {
      if (!isBroken) return;
      setImmediate(() => line.emit('end'));
      throw new Error('Connection terminated unexpectedly');
    };
    this.made.push(line);
    // The methods of a connection that Notices uses.
    return Object.assign(line, { query, end: async () => void this.ended.push(line) }) as unknown as Client;
  }
}

test('after any number of failed connection attempts, exactly one connection is re-established', async () => {
  const database = new UnreliableDatabase([1, 2, 3, 4]);
  const notices = new Notices(database);
  const receivedNotices: string[] = [];
  notices.on('log', (payload) => receivedNotices.push(payload));
  await notices.onApplicationBootstrap();
  database.made[0]?.emit('end');
  await eventually(() => receivedNotices.length > 0);
  // Further connections would be made within this time.
  await sleep(600);
  expect(database.made).toHaveLength(6);
  expect(receivedNotices).toEqual(['']);
  database.made[5]?.emit('notification', { channel: 'log', payload: '7' });
  expect(receivedNotices).toEqual(['', '7']);
  await notices.onApplicationShutdown();
});

test('a connection that is made during the shutdown is closed', async () => {
  const database = new UnreliableDatabase([]);
  const notices = new Notices(database);
  await notices.onApplicationBootstrap();
  database.made[0]?.emit('end');
  await notices.onApplicationShutdown();
  await sleep(600);
  expect(database.ended).toEqual(database.made.slice(1));
});
