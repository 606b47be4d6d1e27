import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { randomRuns } from '#kernel/testing';
import { Projector } from '#platform/projections';
import { eventually } from '#platform/testing';
import type { Person } from '../../api/src/api.suite.ts';
import { startScenario } from '../../api/src/scenario.suite.ts';
import { createWorker } from '../../worker/src/worker.module.ts';

let scenario: Awaited<ReturnType<typeof startScenario>>;
/** The process in which the operator's command runs. */
let operator: INestApplicationContext;
beforeAll(async () => {
  scenario = await startScenario();
  operator = await createWorker(scenario.config);
});
afterAll(async () => {
  await operator.close();
  await scenario.stop();
});

/** The interval of each writer and each reader, in milliseconds, if the machine is fast enough. */
const [writeInterval, readInterval] = [500, 1_500];
/**
 * Each of them pauses this many times as long as its action took, so that a busy machine still advances the rebuild.
 */
const pauseFactor = 4;

/** Everything is rebuilt and rolled back; `RANDOM_RUNS=10` rebuilds it ten times. */
const rounds = randomRuns(1);

/** Counts the actions and collects all inconsistencies. */
class LoadStatistics {
  readonly counts = { written: 0, read: 0 };
  readonly faults: string[] = [];
  stopped = false;

  async repeat(interval: number, action: () => Promise<void>): Promise<void> {
    while (!this.stopped) {
      const startedAt = Date.now();
      await action().catch((error: Error) => void this.faults.push(error.message));
      const duration = Date.now() - startedAt;
      await sleep(Math.max(interval - duration, pauseFactor * duration));
    }
  }

  requireThat(fault: string, holds: boolean): void {
    this.counts.read += 1;
    if (!holds) this.faults.push(fault);
  }
}

/** Actions that write, wait for the response, and read: the new row and all earlier ones must be shown. */
const writers = (watch: LoadStatistics): readonly (() => Promise<void>)[] => {
  const { site, scenario: actions, ann, bo } = scenario;
  const [leads, bookings]: [string[], string[]] = [[], []];
  let describedProfiles = 0;
  const lists = async (path: string, own: readonly string[]) => {
    const { items } = await site.get(`${path}?limit=100`, ann);
    const ids = (items as { id: string }[]).map(({ id }) => id);
    watch.requireThat(
      `${path} does not show one of ${own.length}`,
      own.slice(-50).every((id) => ids.includes(id)),
    );
  };
  return [
    async () => {
      leads.push(await actions.postLead(ann));
      await lists('/api/v1/leads/mine', leads);
    },
    async () => {
      const id = await actions.book(ann, bo);
      bookings.push(id);
      await lists('/api/v1/bookings', bookings);
      const { counts } = await site.get('/api/v1/bookings', ann);
      watch.requireThat(`${counts.all} bookings of ${bookings.length}`, counts.all >= bookings.length);
      const history = await site.get(`/api/v1/bookings/${id}/history`, ann);
      watch.requireThat('a booking without its history', JSON.stringify(history).includes('requested'));
    },
    async () => {
      const bio = `Light and people, ${++describedProfiles} times.`;
      const { status } = await site.request('PUT', '/api/v1/profile', { by: bo, body: { bio } });
      watch.requireThat(`changing the profile returned ${status}`, status < 300);
      const found = (await site.get('/api/v1/profile', bo)) as { bio: string; packages: object[]; locations: object[] };
      watch.requireThat(`the profile shows ${found.bio} instead of ${bio}`, found.bio === bio);
      watch.requireThat(
        'the profile does not show all rows',
        found.packages.length === 1 && found.locations.length === 1,
      );
    },
    async () => {
      const person: Person = await site.signUp('client', 'Cy Cooper');
      const me = await site.get('/api/v1/me', person);
      watch.requireThat('a new user is not found', JSON.stringify(me).includes('Cy Cooper'));
    },
  ].map((action) => async () => {
    await action();
    watch.counts.written += 1;
  });
};

/** Reads a table and its position in one snapshot: neither may decrease. */
const tableReader = (watch: LoadStatistics, name: string): (() => Promise<void>) => {
  let before = { position: 0n, rows: 0n };
  return async () => {
    const [row] = await scenario.site.rows<{ position: string; rows: string }>(
      `select (select position from followers.checkpoints where name = $1) as position, count(*) as rows from read.${name}`,
      [name],
    );
    const now = { position: BigInt(row?.position ?? -1), rows: BigInt(row?.rows ?? -1) };
    const fault = `${name} shows ${now.rows} rows at ${now.position} after ${before.rows} at ${before.position}`;
    watch.requireThat(fault, now.position >= before.position && now.rows >= before.rows);
    before = now;
  };
};

test('while every projection is rebuilt under load, no read fails and none is older than an earlier one', async () => {
  const { site, scenario: actions, ann, bo } = scenario;
  const boughtLead = await actions.postLead(ann);
  await actions.unlock(bo, boughtLead);
  await actions.payFor(ann, await actions.book(ann, bo), 'deposit');
  for (let i = 0; i < 30; i++) await actions.postLead(ann);

  const watch = new LoadStatistics();
  const projector = operator.get(Projector);
  const running = [
    ...writers(watch).map((action) => watch.repeat(writeInterval, action)),
    ...projector.names.map((name) => watch.repeat(readInterval, tableReader(watch, name))),
  ];
  const reports = [];
  try {
    for (let round = 0; round < rounds; round++) {
      reports.push(await projector.rebuild(projector.names, { maxRate: 1_000 }));
      // The replaced table is read again, with the events since then.
      if (round === 0) for (const name of projector.names) await projector.rollback(name);
    }
    await eventually(() => watch.counts.written > 10 && watch.counts.read > 40, 'enough reads and writes', 120_000);
  } finally {
    watch.stopped = true;
    await Promise.all(running);
  }

  expect(watch.faults).toEqual([]);
  for (const { rebuilt } of reports)
    expect(rebuilt.map(({ name, comparison }) => [name, comparison?.different])).toEqual(
      projector.names.map((name) => [name, 0]),
    );
  expect((await site.get('/api/v1/leads/purchased', bo)).items).toHaveLength(1);
  expect(await site.readModelDifferences()).toEqual([]);
}, 400_000);
