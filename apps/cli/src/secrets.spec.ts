import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import { RegisterUser } from '#identity';
import { projectFolder, readConfig } from '#platform/config';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { Database } from '#platform/postgres';
import { SealedBox } from '#platform/sealing';
import { originOf } from '#platform/testing';
import { createWorker } from '../../worker/src/worker.module.ts';
import { commandLine } from './command-line.suite.ts';
import { keysCommand } from './keys.ts';
import { personCommand } from './person.ts';
import { secretsCommand } from './secrets.ts';

const newSecret = randomBytes(32).toString('hex');
const zoe = { firstName: 'Zoebrandine', lastName: 'Quartz', phone: '+1 512 555 0107', role: 'client' } as const;

let line: Awaited<ReturnType<typeof commandLine>>;
let file: string;
let userId: string;
beforeAll(async () => {
  line = await commandLine({}, { startsProducts: true });
  file = join(line.config.dataFolder, 'new-secret');
  writeFileSync(file, `${newSecret}\n`);
  userId = await withProcess((_, register) => register());
});
afterAll(() => line.close());

const replace = (setting: string) => line.call(secretsCommand(), 'replace', setting, file, '--json');

/** Works with the product as a process that has just started with these secrets does. */
const withProcess = async <T>(work: (store: EventStore, register: () => Promise<string>) => Promise<T>): Promise<T> => {
  const product = await createWorker(readConfig(process.env));
  const user = { ...zoe, email: 'zoe@example.com', password: 'Sunflower7', termsVersion: '2026-11-01' };
  const register = () => product.get(CommandBus, { strict: false }).execute(new RegisterUser(user));
  try {
    const origin = originOf({ id: 'cli:olga', kind: 'system', role: 'operator' });
    return await product.get(Context).run(origin, () => work(product.get(EventStore), register));
  } finally {
    await product.close();
  }
};

test('a secret is replaced only while no other process runs', async () => {
  const refused = await withProcess(() => replace('PERSONAL_DATA_KEY'));
  expect(refused.code).toBe(1);
  expect(refused.error).toMatch(/^Other processes use this database: festoon \d+@\S+\. Stop them first\./m);
});

/** An authenticator app of this user, whose secret is sealed as the product seals it. Returns a look at that secret. */
const addFactor = async (userId: string) => {
  const database = new Database(line.config.databaseUrl);
  const id = randomUUID();
  const sealed = new SealedBox(line.config.secrets.signingKeys, 'identity.factors').seal(Buffer.from('totp'), id);
  await database.query(
    `insert into identity.factors (id, user_id, kind, friendly_name, secret, created_at, updated_at)
     values ($1, $2, 'totp', 'Phone', $3, now(), now())`,
    [id, userId, sealed],
  );
  return async (secret: string): Promise<string> => {
    const [row] = await database.query<{ secret: Buffer }>('select secret from identity.factors where id = $1', [id]);
    await database.onApplicationShutdown();
    return new SealedBox(secret, 'identity.factors').open(row?.secret ?? Buffer.alloc(0), id).toString();
  };
};

test('after a replacement the new secret opens what the old one sealed, and the old one is refused', async () => {
  const factorSecret = await addFactor(userId);
  for (const [setting, sealed] of [
    ['PERSONAL_DATA_KEY', 1],
    ['SIGNING_KEYS_KEY', 2],
  ] as const) {
    const { code, out } = await replace(setting);
    expect([code, JSON.parse(out)]).toEqual([0, { setting, sealed }]);
    const withOldSecret = await line.call(keysCommand(), 'list', '--json');
    expect(withOldSecret).toMatchObject({ code: 1, error: expect.stringContaining(`(${setting})`) });
    process.env[setting] = newSecret;
    // The signing keys are opened at the start.
    expect(JSON.parse((await line.call(keysCommand(), 'list', '--json')).out)).toHaveLength(1);
  }
  expect(await factorSecret(newSecret)).toBe('totp');
  const events = await withProcess((store) => store.after(0n, 10));
  expect(events.map(({ data }) => data)).toContainEqual(expect.objectContaining({ firstName: zoe.firstName }));
  expect((await replace('PERSONAL_DATA_KEY')).error).toBe('PERSONAL_DATA_KEY already has this value.');
});

test('after the procedure for lost secrets the product starts with new ones, and the data that the old ones protected is gone', async () => {
  const procedure = readFileSync(join(projectFolder(), 'docs/operations/settings.md'), 'utf8');
  const statements = [...procedure.matchAll(/```sql\n(.+?)```/gs)].map(([, sql]) => sql);
  expect(statements).toHaveLength(2);
  const database = new Database(line.config.databaseUrl);
  // The authenticator app of the test before is still there.
  await database.query(
    `insert into identity.sessions (id, user_id, refresh_key, refreshed_at, created_at, aal, amr)
     values (gen_random_uuid(), $1, 'sealed', now(), now(), 'aal1', '[]')`,
    [userId],
  );
  await database.query(`set role none; ${statements.join('')} set role festoon_runtime`);
  Object.assign(process.env, {
    PERSONAL_DATA_KEY: randomBytes(32).toString('hex'),
    SIGNING_KEYS_KEY: randomBytes(32).toString('hex'),
  });
  expect(JSON.parse((await line.call(keysCommand(), 'list', '--json')).out)).toHaveLength(1);
  const events = await withProcess((store) => store.after(0n, 10));
  expect(events.map(({ data }) => data)).toContainEqual(expect.objectContaining({ firstName: null }));
  const left = await database.query('select id from identity.sessions union all select id from identity.factors');
  await database.onApplicationShutdown();
  expect(left).toEqual([]);
  // People register again after the erasure of their account.
  expect((await line.call(personCommand(), 'erase', userId, '--reason', 'the keys are lost')).code).toBe(0);
  expect(await withProcess((_, register) => register())).not.toBe(userId);
});
