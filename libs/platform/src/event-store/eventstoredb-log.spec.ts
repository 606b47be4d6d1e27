import type { AllStreamRecordedEvent } from '@eventstore/db-client';
import { expect, test } from '@jest/globals';
import type { EventStoreDbConnection } from './eventstoredb-connection.ts';
import { EventStoreDbLog } from './eventstoredb-log.ts';

/** A server in memory, which counts how often the log is read backwards. */
class Server {
  readonly #streams: string[] = [];
  readsBackwards = 0;
  /** Called once, when the log is next read forwards. */
  onRead: () => void = () => undefined;

  write(stream: string, count = 1): void {
    for (let i = 0; i < count; i++) this.#streams.push(stream);
  }

  get connection(): EventStoreDbConnection {
    const from = async (position: bigint, maxCount: number) => {
      this.onRead();
      this.onRead = () => undefined;
      const start = Math.max(Number(position), 1);
      return this.#events(start, start + maxCount);
    };
    const before = async (position: bigint | undefined, maxCount: number) => {
      this.readsBackwards += 1;
      const end = position === undefined ? this.#streams.length + 1 : Number(position);
      return this.#events(Math.max(end - maxCount, 1), end).toReversed();
    };
    const past = async (prefix: string, position: bigint) => {
      const next = this.#streams.findIndex((stream, i) => BigInt(i + 1) > position && stream.startsWith(prefix));
      return BigInt(next < 0 ? this.#streams.length : next + 1);
    };
    return { from, before, past } as unknown as EventStoreDbConnection;
  }

  #events(start: number, end: number): readonly AllStreamRecordedEvent[] {
    return this.#streams.slice(start - 1, end - 1).map((streamId, i) => {
      const position = { commit: BigInt(start + i), prepare: BigInt(start + i) };
      const own = { isJson: true, type: 'Noted', data: {}, metadata: { hash: '', origin: {} } };
      return { ...own, streamId, position } as unknown as AllStreamRecordedEvent;
    });
  }
}

test('the newest event is found at once if it is written while the head is read', async () => {
  const server = new Server();
  const log = new EventStoreDbLog(server.connection, 'shop.');
  server.write('other.note-1', 20_000);
  server.onRead = () => server.write('shop.note-1');
  expect(await log.head()).toBe(20_001n);
  expect(server.readsBackwards).toBe(2);
});

test('events of other products that were read before are not read again', async () => {
  const server = new Server();
  const log = new EventStoreDbLog(server.connection, 'shop.');
  server.write('shop.note-1');
  server.write('other.note-1', 5_000);
  expect(await log.head()).toBe(1n);
  server.readsBackwards = 0;
  server.write('other.note-1', 5_000);
  expect(await log.head()).toBe(1n);
  expect(server.readsBackwards).toBe(1);
  server.write('shop.note-2');
  server.write('other.note-1', 500);
  expect(await log.head()).toBe(10_002n);
});
