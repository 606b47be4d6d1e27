import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { captureLog, testConfig } from '#platform/testing';
import { Site } from './api.suite.ts';
import { leadPost } from './samples.suite.ts';

let log: ReturnType<typeof captureLog>;
let site: Site;
let owner: Client;
let stop: () => Promise<void>;
beforeAll(async () => {
  log = captureLog('warn', 'error');
  const { config, drop } = await testConfig({ EVENT_STORE: 'postgres' });
  owner = new Client(config.databaseUrl);
  await owner.connect();
  site = await Site.on(config);
  stop = async () => {
    await site.api.close();
    await owner.end();
    await drop();
  };
});
afterAll(async () => {
  await stop();
  log.stop();
});

test('while the disk is full, writes are refused with 503, reads succeed, and the readiness check reports the cause', async () => {
  const ann = await site.signUp('client');
  await owner.query(`create function public.full() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`);
  await owner.query('create trigger full_disk before insert on log.events for each row execute function public.full()');
  const post = () => site.request('POST', '/api/v1/leads', { by: ann, body: leadPost });
  for (let i = 0; i < 3; i++) {
    const { status, body, headers } = await post();
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'storage-full', '10']);
  }
  const data = { first_name: 'Eve', last_name: 'Evans', role: 'client' };
  const signUp = { email: 'eve@example.com', password: 'Sunflower7', data };
  expect(await site.request('POST', '/auth/v1/signup', { body: signUp })).toMatchObject({ status: 503 });
  expect((await site.request('GET', '/api/v1/leads', { by: ann })).status).toBe(200);
  expect(await site.request('GET', '/health/ready')).toMatchObject({
    status: 503,
    body: { code: 'not-ready', message: 'The database disk is full' },
  });
  await owner.query('drop trigger full_disk on log.events');
  expect((await post()).status).toBe(201);
  // The cap of log lines adds this line once a minute.
  const lines = log.lines.filter((line) => !/^\d+ more lines like these were left out$/.test(line));
  expect(new Set(lines)).toEqual(
    new Set(['The database disk is full: nothing can be saved until there is space again']),
  );
});
