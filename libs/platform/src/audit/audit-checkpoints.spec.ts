import { copyFileSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { AuditCheckpoints, CheckpointRefused } from '#platform/audit';
import { eventually } from '#platform/testing';
import { pauseAfter } from './audit-checkpoints.ts';
import { AuditedLog } from './audited-log.suite.ts';
import { checkpointPaths, privateKeyOf } from './checkpoint-files.ts';

let log: AuditedLog;
beforeEach(async () => {
  log = await AuditedLog.open();
});
afterEach(() => log.close());

test('an empty log gets no checkpoint', async () => {
  expect(await log.app.get(AuditCheckpoints).write()).toBeUndefined();
});

test('after an outage the worker checks again in ten seconds; what only an operator can repair is checked every ten minutes', () => {
  expect(pauseAfter(new Error('EventStoreDB does not respond'))).toBe(10_000);
  expect(pauseAfter(new CheckpointRefused('The log ends before the newest checkpoint'))).toBe(600_000);
});

test('checkpoints match an unchanged log', async () => {
  await log.write('a', 3);
  const first = await log.app.get(AuditCheckpoints).write();
  expect(first).toMatchObject({ position: 3n, previous: null });
  expect(await log.app.get(AuditCheckpoints).write()).toEqual(first);
  await log.write('b', 2);
  expect(await log.app.get(AuditCheckpoints).write()).toMatchObject({ position: 5n, previous: first?.hash });
  await log.write('c', 1);
  expect(await log.audit()).toMatchObject({ events: 6, checkpoints: 2, findings: [] });
  expect(await log.audit({ from: 4n })).toMatchObject({ events: 3, checkpoints: 1, findings: [] });
  expect(await log.audit({ from: 99n })).toMatchObject({ events: 0, through: 6n, findings: [] });
});

test('removed newest events are found by a checkpoint that covers them', async () => {
  await log.write('a', 3);
  await log.tamper('delete from log.events where position = 3');
  expect((await log.audit()).findings).toEqual([]);
  await log.write('b', 1);
  await log.app.get(AuditCheckpoints).write();
  await log.tamper('delete from log.events where position > 1');
  const { findings } = await log.audit();
  expect(findings).toMatchObject([
    { position: 2n, kind: 'checkpoint', message: expect.stringContaining('ends at position 1') },
  ]);
  await expect(log.app.get(AuditCheckpoints).write()).rejects.toThrow(CheckpointRefused);
});

test('newest events rewritten with a valid hash chain are found by the checkpoints that cover them, and only by those', async () => {
  await log.write('a', 1);
  await log.app.get(AuditCheckpoints).write();
  await log.write('b', 1);
  await log.app.get(AuditCheckpoints).write();
  await log.write('c', 1);
  await log.app.get(AuditCheckpoints).write();
  await log.tamper(
    `update log.events set recorded_at = recorded_at + interval '1 millisecond' where position = 2`,
    `update log.events set hash = sha256(digest || int8send(2) || int8send((extract(epoch from recorded_at) * 1000)::bigint))
       where position = 2`,
    `update log.events set recorded_at = recorded_at + interval '1 second' where position = 3`,
    `update log.events set hash = sha256(digest || int8send(3) || int8send((extract(epoch from recorded_at) * 1000)::bigint))
       where position = 3`,
  );
  expect((await log.audit()).found).toEqual([
    { position: 2n, stream: null, kind: 'checkpoint' },
    { position: 3n, stream: null, kind: 'checkpoint' },
  ]);
});

test('checkpoints are signed: a changed, a missing and a damaged line are found', async () => {
  const file = join(log.config.dataFolder, 'audit', 'checkpoints.jsonl');
  for (const stream of ['a', 'b', 'c']) {
    await log.write(stream, 1);
    await log.app.get(AuditCheckpoints).write();
  }
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  const findingsWith = async (...changed: readonly (string | undefined)[]) => {
    writeFileSync(file, changed.map((line) => `${line}\n`).join(''));
    return (await log.audit()).findings.map(({ message }) => message);
  };
  expect(await findingsWith(...lines)).toEqual([]);
  expect(await findingsWith(lines[0], lines[1]?.replace(/"at":"\d/, '"at":"3'), lines[2])).toEqual([
    'line 2 of the checkpoints is not signed with the key of the checkpoints',
  ]);
  expect(await findingsWith(lines[0], lines[2])).toEqual([
    'line 2 of the checkpoints does not follow the line before it',
  ]);
  expect(await findingsWith(lines[0], '{"position":', lines[2])).toEqual([
    'line 2 of the checkpoints cannot be read',
    'line 3 of the checkpoints does not follow the line before it',
  ]);
});

test('a copy of the checkpoints kept elsewhere reveals changes that those in the data folder do not', async () => {
  const folder = join(log.config.dataFolder, 'audit');
  await log.write('a', 2);
  await log.app.get(AuditCheckpoints).write();
  const copies = {
    checkpoints: join(log.config.dataFolder, 'copy.jsonl'),
    publicKey: join(log.config.dataFolder, 'key.pem'),
  };
  copyFileSync(join(folder, 'checkpoints.jsonl'), copies.checkpoints);
  copyFileSync(join(folder, 'public-key.pem'), copies.publicKey);
  writeFileSync(join(folder, 'checkpoints.jsonl'), '');
  await log.tamper('delete from log.events where position = 2');
  expect((await log.audit()).findings).toEqual([]);
  expect((await log.audit(copies)).found).toEqual([{ position: 2n, stream: null, kind: 'checkpoint' }]);
});

test('an incomplete line from a crash is ignored, and replaced by the next checkpoint', async () => {
  const file = join(log.config.dataFolder, 'audit', 'checkpoints.jsonl');
  await log.write('a', 1);
  await log.app.get(AuditCheckpoints).write();
  writeFileSync(file, `${readFileSync(file, 'utf8')}{"position":"2","at"`);
  expect((await log.audit()).findings).toEqual([]);
  await log.write('b', 1);
  await log.app.get(AuditCheckpoints).write();
  expect(await log.audit()).toMatchObject({ checkpoints: 2, findings: [] });
});

test('the signing key is readable only by its owner, and a damaged one is not replaced silently', async () => {
  const key = join(log.config.dataFolder, 'audit', 'private-key.pem');
  await log.write('a', 1);
  await log.app.get(AuditCheckpoints).write();
  expect(statSync(key).mode & 0o777).toBe(0o600);
  writeFileSync(key, '');
  await log.write('b', 1);
  await expect(log.app.get(AuditCheckpoints).write()).rejects.toThrow();
  expect(await log.audit()).toMatchObject({ checkpoints: 1, findings: [] });
});

test('a missing signing key is not replaced while there are checkpoints, even if the last line is damaged', async () => {
  const { checkpoints, privateKey } = checkpointPaths(log.config.dataFolder);
  await log.write('a', 1);
  await log.app.get(AuditCheckpoints).write();
  rmSync(privateKey);
  await log.write('b', 1);
  await expect(log.app.get(AuditCheckpoints).write()).rejects.toThrow('restore the key');
  writeFileSync(checkpoints, `${readFileSync(checkpoints, 'utf8')}damaged\n`);
  expect(() => privateKeyOf(checkpointPaths(log.config.dataFolder))).toThrow('restore the key');
});

test('a worker writes checkpoints automatically', async () => {
  await log.write('a', 1);
  log.app.get(AuditCheckpoints).follow();
  await eventually(async () => (await log.audit()).checkpoints > 0);
  expect(await log.audit()).toMatchObject({ checkpoints: 1, findings: [] });
});
