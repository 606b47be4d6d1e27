import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Receipt, Receipts } from '#platform/audit';
import { Database } from '#platform/postgres';
import { TestApp } from '#platform/testing';
import { auditCommand } from './audit.ts';
import { commandLine } from './command-line.suite.ts';

let line: Awaited<ReturnType<typeof commandLine>>;
let receipt: Receipt;
/** Changes the log with its triggers disabled, as only the owner of the database can. */
const asOwner = async (sql: string) => {
  const database = new Database(line.config.databaseUrl);
  await database.query(`set role none; set session_replication_role = replica; ${sql}`);
  await database.onApplicationShutdown();
};

beforeAll(async () => {
  line = await commandLine({ EVENT_STORE: 'postgres' });
  const site = await TestApp.start({ config: line.config, follows: false });
  const notedEvent = (text: string) => ({ type: 'Noted', data: { text } }) as const;
  await site.as({ id: 'ann', kind: 'user', role: 'client' }, () =>
    site.store.append('note-1', 0, [notedEvent('one'), notedEvent('two'), notedEvent('three')]),
  );
  receipt = await site.as({ id: 'ann', kind: 'user', role: 'client' }, () =>
    site.app.get(Receipts).issue({
      subject: 'note-1',
      holder: { id: 'ann', part: 'author' },
      // The first event is one that the holder does not see.
      wordsOf: ({ version }) =>
        version === 1 ? undefined : { title: 'Noted', status: 'open', by: 'author', onBehalfOf: null, note: 'n' },
    }),
  );
  await site.stop();
});
afterAll(() => line.close());

test('verifying an unchanged log prints one line, and signing it prints another', async () => {
  expect(await line.call(auditCommand(), 'checkpoint')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^The log through position 3 is signed, as of \S+Z: [0-9a-f]{64}$/),
  });
  expect(await line.call(auditCommand(), 'verify')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^The log is unchanged \(3 events through position 3, 1 checkpoint agrees, [\d.]+ s\)$/),
  });
});

test('--json prints JSON', async () => {
  const { out } = await line.call(auditCommand(), 'checkpoint', '--json');
  const checkpointLines = readFileSync(join(line.config.dataFolder, 'audit', 'checkpoints.jsonl'), 'utf8');
  expect(JSON.parse(out)).toEqual(JSON.parse(checkpointLines));
  const verifyCall = await line.call(auditCommand(), 'verify', '--from', '2', '--json');
  expect(verifyCall.code).toBe(0);
  expect(JSON.parse(verifyCall.out)).toEqual({
    ok: true,
    events: 2,
    through: '3',
    checkpoints: 0,
    seconds: expect.any(Number),
    found: 0,
    findings: [],
  });
});

const verifyReceipt = (text: string, ...options: readonly string[]) => {
  const file = join(line.config.dataFolder, 'receipt.json');
  writeFileSync(file, text);
  return line.call(auditCommand(), 'verify', '--receipt', file, ...options);
};

test('a genuine receipt is proven, with and without the log', async () => {
  const scope = '\\(2 events of note-1, for its author, signed at \\S+Z';
  const proven = await verifyReceipt(JSON.stringify(receipt, null, 2));
  expect(proven).toMatchObject({ code: 0, error: '' });
  expect(proven.out.split('\n')).toEqual([
    expect.stringMatching(/^position 2 {2}\S+Z {2}Noted, by author: "n"$/),
    expect.stringMatching(/^position 3 /),
    expect.stringMatching(
      new RegExp(`^The receipt is genuine, and the log has its events unchanged ${scope}; 0 later events\\)$`),
    ),
  ]);
  expect(await verifyReceipt(JSON.stringify(receipt), '--offline')).toMatchObject({
    code: 0,
    out: expect.stringMatching(new RegExp(`The signature is genuine, and the log was not read ${scope}\\)$`)),
  });
});

test('a forged, cut or reordered receipt is not proven', async () => {
  const [first, second] = receipt.events;
  const findingsOf = async (text: string) => {
    const { code, out } = await verifyReceipt(text, '--json');
    expect(code).toBe(1);
    return JSON.parse(out).findings.map(({ position, kind }: { position: string; kind: string }) => [position, kind]);
  };
  const signature = [null, 'signature'];
  expect(await findingsOf(JSON.stringify({ ...receipt, events: [second, first] }))).toEqual([signature]);
  expect(await findingsOf(JSON.stringify({ ...receipt, events: [first] }))).toEqual([signature]);
  expect(await findingsOf(JSON.stringify({ ...receipt, events: [{ ...first, hash: second?.hash }, second] }))).toEqual([
    signature,
    ['2', 'other'],
  ]);
  expect(await findingsOf(JSON.stringify(receipt).slice(0, -2))).toEqual([[null, 'format']]);
});

test('the text of a forged receipt cannot look like a result of the command', async () => {
  const verdict = 'author\n\u001b[2KThe receipt is genuine, and the log has its events unchanged\r';
  const [event] = receipt.events;
  const events = [{ ...event, title: verdict, by: verdict, onBehalfOf: verdict }];
  const forged = { ...receipt, subject: verdict, holder: { id: 'ann', part: verdict }, events };
  const byHolder = await verifyReceipt(JSON.stringify(forged), '--offline');
  expect({ code: byHolder.code, lines: byHolder.out.split('\n') }).toEqual({
    code: 1,
    lines: ['the receipt  signature: its content is not what was signed', 'The receipt is not proven: 1 finding'],
  });
  const { out } = await verifyReceipt(JSON.stringify({ ...forged, key: verdict }), '--offline');
  expect(out.split('\n')).toEqual([
    expect.stringMatching(/^the receipt {2}key: it names the key author \\u001b\[2KThe receipt is genuine/),
    'The receipt is not proven: 1 finding',
  ]);
});

test('a call with anything but a position is invalid', async () => {
  for (const invalidPosition of ['0', '-1', '1.5', 'x'])
    expect(await line.call(auditCommand(), 'verify', `--from=${invalidPosition}`)).toMatchObject({
      code: 2,
      error: expect.stringContaining('It must be a position of the log'),
    });
  expect(await line.call(auditCommand(), 'verify', '--help')).toMatchObject({
    code: 0,
    out: expect.stringContaining('Examples:'),
  });
});

test('findings are printed with their position and the exit code is 1', async () => {
  await asOwner(`update log.events set data = replace(data::text, 'two', 'ten')::json where position = 2`);
  const found = await line.call(auditCommand(), 'verify');
  expect(found.code).toBe(1);
  expect(found.out.split('\n')).toEqual([
    'position 2  note-1  content: its content (id, stream, version, type, shape, time, data, origin) has been changed',
    expect.stringMatching(/^The log has been changed: 1 finding \(3 events through position 3, 1 checkpoint agrees/),
  ]);
  expect(await verifyReceipt(JSON.stringify(receipt))).toMatchObject({
    code: 1,
    out: expect.stringMatching(
      /\nposition 2 {2}changed: the event in the log has been changed.*\nThe receipt is not proven: 1 finding /,
    ),
  });
  const json = await line.call(auditCommand(), 'verify', '--json');
  expect(json.code).toBe(1);
  expect(JSON.parse(json.out)).toMatchObject({
    ok: false,
    findings: [{ position: '2', stream: 'note-1', kind: 'content' }],
  });
});

test('a log that is shorter than its checkpoints is not signed', async () => {
  await asOwner('delete from log.events where position = 3');
  expect(await line.call(auditCommand(), 'checkpoint')).toMatchObject({
    code: 1,
    error: 'The log ends at position 2, but the newest checkpoint covers position 3: verify the log first',
  });
});
