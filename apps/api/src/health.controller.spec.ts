import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, test } from '@jest/globals';
import type { EventStore } from '#platform/event-store';
import type { Database } from '#platform/postgres';
import type { Projector } from '#platform/projections';
import { HealthController } from './health.controller.ts';

const outage = 'The EventStoreDB at log:2113 cannot be used: it does not respond';

const started: HealthController[] = [];
afterEach(() => {
  for (const controller of started.splice(0)) controller.beforeApplicationShutdown();
});

/** The controller with parts that are well, except for what a test changes. */
const health = () => {
  const store = {
    problem: undefined as string | undefined,
    outage: undefined as string | undefined,
    head: async () => 5n,
  };
  const projector = { stalled: [] as string[], ready: async () => true };
  const database = { diskIsFull: false, query: async () => [] };
  const controller = new HealthController(
    projector as unknown as Projector,
    database as unknown as Database,
    store as unknown as EventStore,
  );
  const ready = () => controller.ready().catch((error) => error.getResponse());
  const start = () => {
    started.push(controller);
    controller.onApplicationBootstrap();
  };
  return { store, projector, ready, start };
};

test('a process that was ready stays ready without the log’s server, and says what is wrong with it', async () => {
  const { store, projector, ready } = health();
  expect(await ready()).toEqual({ status: 'ready' });
  store.outage = outage;
  // The outage is known, so the server is not asked.
  store.head = () => new Promise(() => undefined);
  projector.stalled = ['leads_v1'];
  expect(await ready()).toEqual({ status: 'ready', stalled: ['leads_v1'], log: outage });
  store.outage = undefined;
  store.head = () => Promise.reject(new Error('lost'));
  expect(await ready()).toMatchObject({ log: 'The event log does not respond' });
});

test('a process whose readiness was not checked before the log’s server was lost stays ready, too', async () => {
  const { store, projector, ready, start } = health();
  const caughtUp = Promise.withResolvers<void>();
  let checks = 0;
  projector.ready = async () => {
    if (++checks > 1) caughtUp.resolve();
    return checks > 1;
  };
  start();
  await caughtUp.promise;
  await setImmediate();
  store.outage = outage;
  expect(await ready()).toEqual({ status: 'ready', log: outage });
});

test('a process that has started does not count as ready before the log’s server responds', async () => {
  const { store, ready, start } = health();
  store.outage = outage;
  start();
  expect(await ready()).toEqual({ code: 'not-ready', message: outage });
  const responded = Promise.withResolvers<void>();
  store.head = async () => {
    responded.resolve();
    return 5n;
  };
  store.outage = undefined;
  await responded.promise;
  await setImmediate();
  store.outage = outage;
  expect(await ready()).toEqual({ status: 'ready', log: outage });
});

test('a process that starts without the log’s server is not ready, and neither is one whose log does not fit the database', async () => {
  const { store, projector, ready } = health();
  store.outage = outage;
  expect(await ready()).toEqual({ code: 'not-ready', message: outage });
  store.outage = undefined;
  projector.ready = async () => false;
  expect(await ready()).toEqual({ code: 'not-ready', message: 'Still catching up with the log' });
  projector.ready = async () => true;
  expect(await ready()).toEqual({ status: 'ready' });
  store.problem = 'The log belongs to another database.';
  expect(await ready()).toEqual({ code: 'not-ready', message: 'The log belongs to another database.' });
});
