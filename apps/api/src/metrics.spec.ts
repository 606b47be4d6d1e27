import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { projectFolder } from '#platform/config';
import { Metrics, type MetricsServer, serveMetrics } from '#platform/metrics';
import { Database } from '#platform/postgres';
import { eventually } from '#platform/testing';
import { type Person, type Site, startSite } from './api.suite.ts';
import { Scenario } from './scenario.suite.ts';

let site: Site;
let scenario: Scenario;
let server: MetricsServer;
let stop: () => Promise<void>;
let ann: Person;
let leadId: string;
beforeAll(async () => {
  ({ site, stop } = await startSite());
  scenario = new Scenario(site);
  server = await serveMetrics(site.api.get(Metrics), '127.0.0.1', 0);
  ann = await site.signUp('client', 'Ann Canary');
  leadId = await scenario.postLead(ann, { eventName: 'Canary in the garden' });
  await site.get(`/api/v1/leads/${leadId}`, ann);
});
afterAll(async () => {
  await server?.close();
  await stop();
});

/** The metrics, one sample per line. */
const read = async (): Promise<string> => (await fetch(server.url)).text();
const sample = (text: string, name: string): number | undefined => {
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length + 1));
};

test('requests, appends and jobs are counted, by route pattern, outcome and queue', async () => {
  const before = await read();
  const appended = sample(before, 'festoon_appended_events_total') ?? 0;
  expect(appended).toBeGreaterThanOrEqual(2);
  expect(sample(before, 'festoon_append_duration_seconds_count{outcome="written"}')).toBeGreaterThanOrEqual(2);
  const route = 'festoon_http_request_duration_seconds_count{method="GET",route="/api/v1/leads/:id",status="2xx"}';
  expect(sample(before, route)).toBe(1);
  await site.get(`/api/v1/leads/${leadId}`, ann);
  await site.request('GET', '/api/v1/leads/lead-00000000-0000-4000-8000-000000000000', { by: ann });
  const after = await read();
  expect(sample(after, route)).toBe(2);
  expect(sample(after, route.replace('2xx', '4xx'))).toBe(1);
  expect(sample(after, 'festoon_appended_events_total')).toBe(appended);
});

test('projections and queues show how far they are', async () => {
  const text = await eventually(async () => {
    const now = await read();
    return sample(now, 'festoon_projection_behind_events{projection="leads_v1"}') === 0 && now;
  }, 'the leads are projected');
  expect(sample(text, 'festoon_database_up')).toBe(1);
  expect(sample(text, 'festoon_projection_age_seconds{projection="leads_v1"}')).toBe(0);
  expect(sample(text, 'festoon_projection_stopped{projection="leads_v1"}')).toBe(0);
  expect(sample(text, 'festoon_projection_paused{projection="leads_v1"}')).toBe(0);
  for (const state of ['waiting', 'active', 'delayed', 'failed'])
    expect(sample(text, `festoon_queue_jobs{queue="mails",state="${state}"}`)).toBeGreaterThanOrEqual(0);
  expect(sample(text, 'festoon_queue_workers{queue="mails"}')).toBe(0);
  expect(sample(text, 'festoon_sockets')).toBe(0);
  for (const pool of ['commands', 'reads'])
    expect(sample(text, `festoon_postgres_connections{pool="${pool}",state="awaited"}`)).toBe(0);
  expect(sample(text, 'process_resident_memory_bytes')).toBeGreaterThan(0);
});

test('no label contains an id, a name or an address of a person', async () => {
  const text = await read();
  for (const personal of ['Canary', ann.id, ann.email, leadId]) expect(text).not.toContain(personal);
});

test.each([
  ['refuses', () => Promise.reject(new Error('Postgres is down'))],
  ['responds too late', (query: Promise<unknown>) => sleep(2_000).then(() => query)],
])('if the database %s, the values of the process are still there', async (_, answerTo) => {
  const database = site.api.get(Database);
  const { query } = database;
  const metrics = site.api.get(Metrics);
  const { readLimit } = metrics;
  metrics.readLimit = 500;
  database.query = ((...words: Parameters<typeof query>) => answerTo(query.apply(database, words))) as typeof query;
  try {
    const text = await read();
    expect(sample(text, 'festoon_database_up')).toBe(0);
    expect(text).not.toMatch(/^festoon_projection_\w+\{/m);
    expect(sample(text, 'festoon_appended_events_total')).toBeGreaterThan(0);
  } finally {
    database.query = query;
    metrics.readLimit = readLimit;
  }
  expect(sample(await read(), 'festoon_database_up')).toBe(1);
});

test('the port of the metrics serves nothing else', async () => {
  const { origin } = new URL(server.url);
  expect((await fetch(`${origin}/`)).status).toBe(404);
  expect((await fetch(server.url, { method: 'POST' })).status).toBe(404);
  const { port } = new URL(server.url);
  await expect(serveMetrics(site.api.get(Metrics), '127.0.0.1', Number(port))).rejects.toThrow(
    `METRICS_PORT is ${port}, but another process uses it. Choose a port for each process.`,
  );
});

test('the documented metrics are the ones that exist, and the alerts and the dashboard use no others', async () => {
  const text = await read();
  const existing = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name, type]) => `${name} ${type}`);
  const documented = [...page('metrics.md').matchAll(/^\| `(\w+)` \| (\w+) \|/gm)].map(
    ([, name, type]) => `${name} ${type}`,
  );
  expect(new Set(documented)).toEqual(new Set(existing.filter((name) => name.startsWith('festoon_'))));
  const names = existing.map((name) => name.split(' ')[0]);
  for (const file of ['alerts.yml', 'grafana-dashboard.json']) {
    const used = [...page(file).matchAll(/\b(?:festoon|nodejs|process)_\w+/g)].map(([name]) =>
      name.replace(/_seconds_(?:bucket|count|sum)$/, '_seconds'),
    );
    expect(used.length).toBeGreaterThan(5);
    expect(names).toEqual(expect.arrayContaining(used));
  }
});

const page = (name: string): string => readFileSync(join(projectFolder(), 'docs/operations', name), 'utf8');
