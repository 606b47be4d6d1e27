import { AsyncLocalStorage } from 'node:async_hooks';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { ClsService } from 'nestjs-cls';
import { GenericContainer, type StartedTestContainer, Wait } from 'testcontainers';
import type { Actor, Recorded } from '#kernel';
import { projectFolder } from '#platform/config';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { PersonalDataKeys } from '#platform/personal-data';
import { eventually, originOf, TestApp } from '#platform/testing';
import { MemoryPersonalDataKeys } from '../personal-data/memory-keys.suite.ts';
import { isDockerAvailable } from '../testing/docker.suite.ts';
import { eventStoreSuite } from './event-store.suite.ts';
import { EventStoreDbEventStore } from './eventstoredb.ts';
import { EventStoreDbConnection } from './eventstoredb-connection.ts';
import { hashOf } from './eventstoredb-records.ts';
import { type Relay, relayTo } from './eventstoredb-relay.suite.ts';
import { FakeEventStoreDb } from './fake-eventstoredb.suite.ts';
import { VersionConflict } from './log-errors.ts';

const givenUrl = process.env.EVENT_STORE_URL;
/** Without a server, the tests use one that speaks its protocol. */
let fake: FakeEventStoreDb | undefined;
const docker = givenUrl === undefined && (await isDockerAvailable());

let container: StartedTestContainer | undefined;
const url = () => givenUrl ?? fake?.url ?? `esdb://${container?.getHost()}:${container?.getMappedPort(2113)}?tls=false`;
const start = async () => {
  if (givenUrl !== undefined) return;
  if (!docker) {
    fake = await FakeEventStoreDb.start();
    return;
  }
  container = await new GenericContainer('eventstore/eventstore:23.10.0-bookworm-slim')
    .withEnvironment({ EVENTSTORE_INSECURE: 'true', EVENTSTORE_MEM_DB: 'true', EVENTSTORE_TELEMETRY_OPTOUT: 'true' })
    .withExposedPorts(2113)
    .withWaitStrategy(Wait.forHttp('/health/live', 2113).forStatusCodeMatching((status) => status < 300))
    .start();
};

const ann: Actor = { id: 'ann', kind: 'user', role: 'client' };
type NoteEvents = { Noted: { text: string } };
const notedEvent = (text: string) => ({ type: 'Noted', data: { text } }) as const;
const texts = (events: readonly Recorded[]) => (events as readonly Recorded<NoteEvents>[]).map(({ data }) => data.text);
const newPrefix = () => `t-${randomUUID()}`;

/** An engine and how to use it as Ann. */
type Engine = {
  readonly store: EventStoreDbEventStore;
  readonly asAnn: <T>(work: () => Promise<T>, key?: string) => Promise<T>;
};
const openedStores: EventStoreDbEventStore[] = [];
const open = (prefix: string, at = url()): Engine => {
  const context = new Context(new ClsService(new AsyncLocalStorage()));
  const store = new EventStoreDbEventStore(context, new MemoryPersonalDataKeys(), { url: at, prefix });
  openedStores.push(store);
  return { store, asAnn: (work, key) => context.run(originOf(ann), work, key) };
};

const behindRelay = async (run: (relay: Relay, url: string) => Promise<void>) => {
  const address = new URL(url().replace(/^esdb/, 'http'));
  const relay = await relayTo(address.hostname, Number(address.port));
  address.port = String(relay.port);
  address.hostname = '127.0.0.1';
  try {
    await run(relay, address.href.replace(/^http/, 'esdb'));
  } finally {
    // The connections are closed first, or they would reconnect.
    await Promise.all(openedStores.splice(0).map((store) => store.onApplicationShutdown()));
    await relay.close();
  }
};

const suites = () => {
  beforeAll(start);
  afterAll(async () => {
    fake?.stop();
    await container?.stop();
  });

  eventStoreSuite('eventstoredb', async () => {
    const site = await TestApp.start({
      settings: { EVENT_STORE: 'eventstoredb', EVENT_STORE_URL: url(), EVENT_STORE_PREFIX: newPrefix() },
      follows: false,
    });
    const { app } = site;
    const store = app.get<EventStoreDbEventStore>(EventStore);
    const storedText = async () => {
      let text = '';
      for await (const page of store.records())
        text += JSON.stringify(page.map(({ event: { data, metadata } }) => [data, metadata]));
      return text;
    };
    const close = () => site.stop();
    return { store, context: app.get(Context), keys: app.get(PersonalDataKeys), stored: storedText, close };
  });

  describe('the log in EventStoreDB', () => {
    afterEach(async () => {
      await Promise.all(openedStores.splice(0).map((store) => store.onApplicationShutdown()));
    });

    test('products that share a server do not read each other’s events', async () => {
      const prefix = newPrefix();
      const [one, other] = [open(prefix), open(`${prefix}x`)];
      await other.asAnn(() => other.store.append<NoteEvents>('note-1', 0, [notedEvent('other')]));
      expect(await one.store.read('note-1')).toEqual([]);
      await one.asAnn(() => one.store.append<NoteEvents>('note-1', 0, [notedEvent('one')]));
      expect(texts(await one.store.after(0n))).toEqual(['one']);
      expect(texts(await other.store.after(0n))).toEqual(['other']);
      expect(await one.store.head()).toBe((await one.store.after(0n)).at(-1)?.position);
    });

    test('an empty log has no head and no events, however much other products have written', async () => {
      const { store } = open(newPrefix());
      expect(await store.head()).toBe(0n);
      expect(await store.after(0n)).toEqual([]);
    });

    test('pages that contain only events of other products are skipped', async () => {
      const { store, asAnn } = open(newPrefix());
      const otherProduct = open(newPrefix());
      await asAnn(() => store.append<NoteEvents>('note-1', 0, [notedEvent('before')]));
      const manyEvents = Array.from({ length: 2_500 }, (_, i) => notedEvent(String(i)));
      await otherProduct.asAnn(() => otherProduct.store.append<NoteEvents>('note-1', 0, manyEvents));
      const [first] = await store.after(0n);
      expect(await store.after(first?.position ?? 0n)).toEqual([]);
      expect(await store.head()).toBe(first?.position);
      await asAnn(() => store.append<NoteEvents>('note-1', 1, [notedEvent('after')]));
      expect(texts(await store.after(first?.position ?? 0n, 1))).toEqual(['after']);
      expect(texts(await open(newPrefix()).store.after(0n))).toEqual([]);
    });

    test('each event is read once, whatever other products have written between them', async () => {
      const [own, other] = [open(newPrefix()), open(newPrefix())];
      for (let version = 0; version < 6; version++)
        for (const { store, asAnn } of [own, other])
          await asAnn(() => store.append<NoteEvents>('note-1', version, [notedEvent(String(version))]));
      const expected = ['0', '1', '2', '3', '4', '5'];
      for (let limit = 1; limit <= 6; limit++)
        expect(texts(await own.store.after(0n, limit))).toEqual(expected.slice(0, limit));
    });

    test('reading from the position of another product’s event returns our later events, and reading from 0 all of them', async () => {
      const prefix = newPrefix();
      const { store, asAnn } = open(prefix);
      const otherProduct = open(newPrefix());
      await asAnn(() => store.append<NoteEvents>('note-1', 0, [notedEvent('ours')]));
      await otherProduct.asAnn(() => otherProduct.store.append<NoteEvents>('note-1', 0, [notedEvent('theirs')]));
      const newStore = open(prefix).store;
      expect(await newStore.after(await otherProduct.store.head())).toEqual([]);
      expect(texts(await newStore.after(0n))).toEqual(['ours']);
      expect(await newStore.head()).toBe(await store.head());
    });

    test('reading after the position before an event returns it, and a position that is not in the log is refused', async () => {
      const { store, asAnn } = open(newPrefix());
      await asAnn(() => store.append<NoteEvents>('note-1', 0, [notedEvent('a'), notedEvent('b')]));
      const [first, second] = await store.after(0n);
      expect(texts(await store.after((first?.position ?? 0n) - 1n))).toEqual(['a', 'b']);
      expect(await store.after(second?.position ?? 0n)).toEqual([]);
      const refusalMessage = 'this is another log, or a part of it is missing';
      await expect(store.after((second?.position ?? 0n) - 7n)).rejects.toThrow(refusalMessage);
      await expect(store.after(2n ** 62n)).rejects.toThrow(refusalMessage);
    });

    test('a write of another process wakes waiting readers', async () => {
      const prefix = newPrefix();
      const [one, other] = [open(prefix), open(prefix)];
      // Waiting readers also poll; this tests the notification.
      const wakeSpy = jest.spyOn(one.store as unknown as { wake: () => void }, 'wake');
      await eventually(() => wakeSpy.mock.calls.length === 1);
      await other.asAnn(() => other.store.append<NoteEvents>('note-1', 0, [notedEvent('a')]));
      await eventually(() => wakeSpy.mock.calls.length === 2);
      expect(texts(await one.store.after(0n))).toEqual(['a']);
    });

    test('an event is linked to the previous one, whichever process wrote it', async () => {
      const prefix = newPrefix();
      const [one, other] = [open(prefix), open(prefix)];
      await one.asAnn(() => one.store.append<NoteEvents>('note-1', 0, [notedEvent('a'), notedEvent('b')]));
      await other.asAnn(() => other.store.append<NoteEvents>('note-1', 2, [notedEvent('c')]));
      await one.asAnn(() => one.store.append<NoteEvents>('note-1', 3, [notedEvent('d')]));
      let hashBefore = '';
      for await (const page of other.store.records())
        for (const record of page) {
          expect(record.event.metadata.hash).toBe(hashOf(record, hashBefore));
          hashBefore = record.event.metadata.hash;
        }
      expect(hashBefore).not.toBe('');
    });

    test('repeated keys are recognized at any version, whichever process wrote them', async () => {
      const prefix = newPrefix();
      const [one, other] = [open(prefix), open(prefix)];
      const note = ({ store, asAnn }: Engine, version: number, ...written: readonly string[]) =>
        asAnn(() => store.append<NoteEvents>('note-1', version, written.map(notedEvent)), `key of ${written[0]}`);
      const repeat = async (engines: readonly Engine[], versions: readonly number[], ...written: readonly string[]) => {
        for (const engine of engines) for (const version of versions) await note(engine, version, ...written);
      };
      await note(one, 0, 'a', 'b');
      await note(one, 2, 'c');
      await repeat([one, other], [0, 1, 2, 3], 'a', 'b');
      await repeat([other, one], [2, 3], 'c');
      await note(other, 3, 'd');
      await repeat([one, other], [3, 4], 'd');
      await note(one, 4, 'e');
      await expect(note(other, 4, 'f')).rejects.toThrow(VersionConflict);
      expect(texts(await one.store.read('note-1'))).toEqual(['a', 'b', 'c', 'd', 'e']);
    });

    test('a stream that was deleted on the server reads as empty, and is reported as damaged after a new write', async () => {
      const prefix = newPrefix();
      const { store, asAnn } = open(prefix);
      const direct = EventStoreDBClient.connectionString(url());
      await asAnn(() => store.append<NoteEvents>('note-1', 0, [notedEvent('a'), notedEvent('b')]));
      await direct.deleteStream(`${prefix}.note-1`);
      expect(await store.read('note-1')).toEqual([]);
      await asAnn(() => store.append<NoteEvents>('note-1', 0, [notedEvent('c')])).catch(() => undefined);
      // A real server makes an event of a deleted stream readable only some time after the write.
      const readError = () =>
        store.read('note-1').then(
          () => undefined,
          (error: Error) => error.message,
        );
      expect(await eventually(readError)).toContain('note-1 is damaged');
      await direct.dispose();
    });

    test('after a lost response the append is retried: no event is lost or duplicated', async () => {
      const prefix = newPrefix();
      const direct = open(prefix);
      await behindRelay(async (relay, at) => {
        const { store, asAnn } = open(prefix, at);
        await asAnn(() => store.append<NoteEvents>('note-1', 0, [notedEvent('a')]));
        // After this, the store knows the hash of the last event, so the append reads nothing: only its response is lost.
        await store.read('note-1');
        relay.holdResponses();
        const appendResult = asAnn(() => store.append<NoteEvents>('note-1', 1, [notedEvent('b'), notedEvent('c')]));
        await eventually(async () => (await direct.store.read('note-1')).length === 3);
        relay.cut();
        await appendResult;
        await asAnn(() => store.append<NoteEvents>('note-1', 3, [notedEvent('d')]));
        expect(texts(await store.read('note-1'))).toEqual(['a', 'b', 'c', 'd']);
      });
    });

    test('a lost request is sent again', async () => {
      await behindRelay(async (relay, at) => {
        const { store, asAnn } = open(newPrefix(), at);
        await asAnn(() => store.append<NoteEvents>('note-1', 0, [notedEvent('a')]));
        relay.holdRequests();
        const appendResult = asAnn(() => store.append<NoteEvents>('note-1', 1, [notedEvent('b')]));
        await sleep(50);
        relay.cut();
        await appendResult;
        expect(texts(await store.read('note-1'))).toEqual(['a', 'b']);
      });
    });

    test('a request is repeated if the server does not respond for a while', async () => {
      await behindRelay(async (relay, at) => {
        const { store, asAnn } = open(newPrefix(), at);
        await asAnn(() => store.append<NoteEvents>('note-1', 0, [notedEvent('a')]));
        relay.holdRequests();
        const appendResult = asAnn(() => store.append<NoteEvents>('note-1', 1, [notedEvent('b')]));
        const readResult = store.read('note-1');
        await sleep(3_500);
        relay.release();
        await appendResult;
        expect(texts(await readResult)[0]).toBe('a');
        expect(texts(await store.read('note-1'))).toEqual(['a', 'b']);
      });
    });

    test('a server that never responds is reported as a timeout', async () => {
      await behindRelay(async (relay, at) => {
        const connection = new EventStoreDbConnection(at, { retryFor: 1 });
        await connection.before(undefined, 1);
        relay.holdResponses();
        const event = jsonEvent({ type: 'Noted', data: {} });
        const requests = [
          connection.append(`${newPrefix()}.note-1`, -1, [event]),
          connection.stream('note-1'),
          connection.before(undefined, 1),
        ].map((response) => response.catch((error: unknown) => error));
        for (const response of await Promise.all(requests)) expect(response).toMatchObject({ code: 'ETIMEDOUT' });
        await connection.close();
      });
    });

    test('a conflict is reported even if the request was lost and repeated', async () => {
      const prefix = newPrefix();
      const direct = open(prefix);
      await behindRelay(async (relay, at) => {
        const { store, asAnn } = open(prefix, at);
        await asAnn(() => store.append<NoteEvents>('note-1', 0, [notedEvent('a')]));
        relay.holdRequests();
        const lateAppend = asAnn(() => store.append<NoteEvents>('note-1', 1, [notedEvent('late')])).catch(
          (error: unknown) => error,
        );
        await direct.asAnn(() => direct.store.append<NoteEvents>('note-1', 1, [notedEvent('first')]));
        relay.cut();
        expect(await lateAppend).toBeInstanceOf(VersionConflict);
        expect(texts(await store.read('note-1'))).toEqual(['a', 'first']);
      });
    });

    test('a subscriber receives each event once and in order while connections are cut repeatedly', async () => {
      await behindRelay(async (relay, at) => {
        const prefix = newPrefix();
        // Half of the writers are connected directly and must not be affected.
        const [direct, { store, asAnn }] = [open(prefix), open(prefix, at)];
        const stop = new AbortController();
        const receivedEvents: Recorded[] = [];
        const listening = (async () => {
          for await (const batch of store.subscribe(0n, stop.signal)) {
            receivedEvents.push(...batch);
            if (receivedEvents.length >= 400) stop.abort();
          }
        })();
        let writing = 8;
        const write = async (writer: number) => {
          const [by, log] = writer % 2 === 0 ? [asAnn, store] : [direct.asAnn, direct.store];
          for (let i = 0; i < 50; i++)
            await by(() => log.append<NoteEvents>(`note-${writer}`, i, [notedEvent(String(i))]));
          writing -= 1;
        };
        const cutLoop = (async () => {
          for (let i = 0; i < 20 && writing > 0; i++) {
            await sleep(25);
            relay.cut();
          }
        })();
        await Promise.all([cutLoop, ...Array.from({ length: 8 }, (_, writer) => write(writer))]);
        await listening;
        expect(receivedEvents).toHaveLength(400);
        for (let writer = 0; writer < 8; writer++)
          expect(texts(receivedEvents.filter(({ stream }) => stream === `note-${writer}`))).toEqual(
            Array.from({ length: 50 }, (_, i) => String(i)),
          );
      });
    });

    test('a failed subscription is replaced by another', async () => {
      const prefix = `${newPrefix()}.`;
      await behindRelay(async (relay, at) => {
        let receivedCount = 0;
        const listening = new EventStoreDbConnection(at);
        const direct = open(prefix.slice(0, -1));
        const write = (version: number) =>
          direct.asAnn(() => direct.store.append<NoteEvents>('note-1', version, [notedEvent('x')]));
        listening.listen(prefix, () => {
          receivedCount += 1;
        });
        await eventually(() => receivedCount === 1);
        await write(0);
        await eventually(() => receivedCount === 2);
        for (let round = 1; round <= 3; round++) {
          const countBefore = receivedCount;
          relay.cut();
          // The confirmation of the new subscription also notifies, because an event may have been missed.
          await eventually(() => receivedCount === countBefore + 1);
          await write(round);
          await eventually(() => receivedCount === countBefore + 2);
        }
        await listening.close();
      });
    });

    test('an unreachable server is reported as a timeout, and closing does not wait for it', async () => {
      const { store, asAnn } = open(newPrefix(), 'esdb://127.0.0.1:1?tls=false');
      const appendResult = asAnn(() => store.append<NoteEvents>('note-1', 0, [notedEvent('a')])).catch(
        (error: unknown) => error,
      );
      await sleep(300);
      await store.onApplicationShutdown();
      expect(await appendResult).toMatchObject({ code: 'ETIMEDOUT' });
    });

    test('a process that has closed its connection ends', async () => {
      const connection = join(projectFolder(), 'libs/platform/src/event-store/eventstoredb-connection.ts');
      const code = `
        import { EventStoreDbConnection } from ${JSON.stringify(connection)};
        const connection = new EventStoreDbConnection(${JSON.stringify(url())});
        connection.listen('', () => undefined);
        await connection.before(undefined, 1);
        await connection.close();
        console.log('closed');`;
      const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], {
        timeout: 30_000,
      });
      expect(stdout).toBe('closed\n');
    });
  });
};

if (givenUrl === undefined && !docker)
  process.stderr.write(
    'event store: EventStoreDB is replaced by a fake: EVENT_STORE_URL is not set and Docker is not available\n',
  );
suites();
