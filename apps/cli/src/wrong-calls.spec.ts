import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { commandLine } from './command-line.suite.ts';
import { program } from './program.ts';

let line: Awaited<ReturnType<typeof commandLine>>;
beforeAll(async () => {
  line = await commandLine();
});
afterAll(() => line.close());

const call = (...words: readonly string[]) => line.call(program(), ...words);
const uuid = '0198c1de-6a0f-4a1c-8f44-7f8f0b7e2c33';
const noPosition = 'It must be a position of the log: a whole number of at least 1.';
const noPlace = 'It must be a position of the log, or the id of an event.';
const noLines = 'It must be a whole number from 1 to 100000; --from 1 shows everything.';
const noCount = 'It must be a whole number from 1 to 999999999.';
const noQueue =
  /There is no queue windows\. There are: calendars, default, erasure, files, images, lead-matching, mails, maintenance, matching, payments, sandbox-webhooks/;

const wrongCalls: readonly (readonly [call: string, sentence: string | RegExp])[] = [
  ...['0', '1.5', 'all', '9223372036854775808'].flatMap((number) => [
    [`events tail --from=${number}`, noPosition] as const,
    [`events show -- ${number}`, noPlace] as const,
    [`audit verify --from=${number}`, noPosition] as const,
  ]),
  ...['0', 'many', '100001'].map((number) => [`events tail --lines=${number}`, noLines] as const),
  ...['0', 'fast', '1000000000'].flatMap((number) => [
    [`projections rebuild --all --max-rate=${number}`, noCount] as const,
    [`projections verify --max-rate=${number}`, noCount] as const,
    [`projections rollback bookings --max-rate=${number}`, noCount] as const,
  ]),
  ['projections prune --older-than=-1', noCount],
  ['projections prune --older-than=yesterday', noCount],
  ['events show booking-1', noPlace],
  [`events show ${uuid}`, `There is no event ${uuid}`],
  ['events stream booking-1', 'There is no stream booking-1'],
  ['events stream %00', 'There is no stream %00'],
  ['audit verify --from 7', 'The log ends at position 0: there is no event at 7'],
  ['audit verify --checkpoints /nowhere/checkpoints.jsonl', 'There is no file /nowhere/checkpoints.jsonl'],
  ['audit verify --public-key /nowhere/public-key.pem', 'There is no file /nowhere/public-key.pem'],
  ['audit verify --receipt /nowhere/receipt.json', 'There is no file /nowhere/receipt.json'],
  [
    'audit verify --receipt receipt.json --from 7',
    /^error: option '--receipt <file>' cannot be used with option '--from/,
  ],
  ['audit verify --offline', 'error: --offline is only used with --receipt'],
  [`dlq show ${uuid}.payments.refund-charge`, `There is no dead letter ${uuid}.payments.refund-charge`],
  ['dlq retry -- -1', 'There is no dead letter -1'],
  ['dlq drop __proto__', 'There is no dead letter __proto__'],
  ['dlq retry', 'error: give either ids or --all'],
  ['dlq drop some --all', 'error: give either ids or --all'],
  ['worker --queues mails,windows', noQueue],
  ['dlq list --queue windows', noQueue],
  [
    'projections verify windows',
    /^There is no projection windows\. There are: accesses_v1, audit_v\d+, availabilities_v2, /,
  ],
  ['projections pause bookings_v99', /^There is no projection bookings_v99\. There are: /],
  ['staff grant nobody@example.com admin', 'There is no account with the email address nobody@example.com'],
  ['staff grant nobody@example.com king', /^error: .*'king' is invalid.*Allowed choices are/],
  ['user suspend nobody@example.com --reason spam', 'There is no account with the email address nobody@example.com'],
  [
    'user change-role nobody@example.com creator --reason mistake',
    'There is no account with the email address nobody@example.com',
  ],
  ['user change-role nobody@example.com king --reason mistake', /^error: .*'king' is invalid.*Allowed choices are/],
  ['user remove-factors nobody@example.com', 'There is no account with the email address nobody@example.com'],
  [`person erase ${uuid} --reason case`, 'This user does not exist'],
  ['user suspend nobody@example.com', /^error: required option '--reason <text>' not specified/],
  ['projections bake', /^error: unknown command 'bake'/],
  ['projections list everything', /^error: too many arguments/],
];

test.each(wrongCalls)('festoon %s is refused with a sentence and exit code 2', async (words, sentence) => {
  const { code, out, error } = await call(...words.split(' '));
  const expected = typeof sentence === 'string' ? expect.stringContaining(sentence) : expect.stringMatching(sentence);
  expect({ code, out, error }).toEqual({ code: 2, out: '', error: expected });
  expect(error.trim().split('\n')).toHaveLength(1);
});

test('a public key file without a key is reported with a message', async () => {
  const file = join(line.config.dataFolder, 'key.pem');
  writeFileSync(file, 'not a key');
  expect(await call('audit', 'verify', '--public-key', file)).toMatchObject({
    code: 1,
    error: `${file} is not a public key in PEM or JWKS format`,
  });
});

test('demo data is not loaded into a product that serves real people', async () => {
  const environment = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  try {
    expect(await call('demo', 'load')).toMatchObject({
      code: 1,
      out: '',
      error: expect.stringMatching(/^The demo data contains an administrator whose password is published/),
    });
  } finally {
    process.env.NODE_ENV = environment;
  }
});
