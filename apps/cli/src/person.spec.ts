import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { type Command, CommandBus } from '@nestjs/cqrs';
import { BookingsQueries, CancelBooking, ConfirmBooking, RequestBooking, RequestBookingPayment } from '#bookings';
import { bookingRequest } from '#bookings/contract';
import { CatalogQueries, CompleteOnboarding } from '#catalog';
import { onboarding } from '#catalog/contract';
import { IdentityQueries, RegisterUser } from '#identity';
import type { Actor } from '#kernel';
import { PostLead } from '#leads';
import { leadPost } from '#leads/contract';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { Jobs } from '#platform/jobs';
import { Mail } from '#platform/mail';
import { Database } from '#platform/postgres';
import { Projector } from '#platform/projections';
import { eventually, originOf, untilReactionsHaveRun } from '#platform/testing';
import { createWorker, startWork } from '../../worker/src/worker.module.ts';
import { auditCommand } from './audit.ts';
import { commandLine } from './command-line.suite.ts';
import { inDays } from './demo-data.ts';
import { personCommand } from './person.ts';
import { projectionsCommand } from './projections.ts';
import { staffCommand } from './staff.ts';

/** Words that occur nowhere else. */
const secrets = {
  zoe: [
    'Zoebrandine',
    'Quartzfield',
    'zoebrandine@quartzfield.example',
    '555 0107 431',
    'Obsidian Jubilee',
    'pyroxene',
    'chalcedonite',
  ],
  max: [
    'Maxifred',
    'Basaltine',
    'maxifred@basaltine.example',
    '555 0107 909',
    'Feldspar Films',
    'gneissgram',
    'hornblendic',
  ],
} as const;
const cancellationReason = `${secrets.max[4]} is booked that day`;
type Name = keyof typeof secrets;
const roles = { zoe: 'client', max: 'creator' } as const;
const ids: Record<Name, string> = { zoe: '', max: '' };

let line: Awaited<ReturnType<typeof commandLine>>;
let product: INestApplicationContext;

const send = <T>(by: Actor, command: Command<T>): Promise<T> =>
  product.get(Context).run(originOf(by), () => product.get(CommandBus, { strict: false }).execute(command));
const sendAs = <T>(name: Name, command: Command<T>) =>
  send({ id: ids[name], kind: 'user', role: roles[name] }, command);
const operator: Actor = { id: 'cli:olga', kind: 'system', role: 'operator' };
const waitUntilProjected = async () => {
  const isProjected = await product.get(Projector).waitUntilProjected(await product.get(EventStore).head(), 20_000);
  if (!isProjected) throw new Error('The read tables did not catch up in time');
};

/** Every row of every table as text, and all files of the data folder; bytes as hex, as Postgres writes them. */
const dump = async (): Promise<string> => {
  const database = new Database(line.config.databaseUrl);
  try {
    return await database.transaction(async (within) => {
      // All tables as they are at one instant.
      await within.query('set transaction isolation level repeatable read');
      await within.query('set local role none');
      const tables = await within.query<{ name: string }>(
        `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
         where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') order by 1`,
      );
      const texts: string[] = [];
      for (const { name } of tables)
        for (const { row } of await within.query<{ row: string }>(`select t::text as row from ${name} t`))
          texts.push(`${name} ${row}`);
      const folder = line.config.dataFolder;
      const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
      return [...texts, ...files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'))].join(
        '\n',
      );
    });
  } finally {
    await database.onApplicationShutdown();
  }
};
const found = (text: string, name: Name): readonly string[] => {
  const lowerCaseText = text.toLowerCase();
  return secrets[name].filter((secret) =>
    [secret, Buffer.from(secret).toString('hex'), Buffer.from(secret).toString('base64').replace(/=+$/, '')].some(
      (form) => lowerCaseText.includes(form.toLowerCase()),
    ),
  );
};
/**
 * The rows of the read tables that contain this id. Sorted, because Postgres moves a row to another place in its table
 * when it is updated.
 */
const rowsOf = async (id: string): Promise<readonly string[]> =>
  (await dump())
    .split('\n')
    .filter((row) => /^read\./.test(row) && row.includes(id))
    .sort();

/** A copy of the body with `word` appended to each text where the schema accepts that. Other texts stay the same. */
const plantWord = <T extends object>(
  schema: { safeParse(value: unknown): { success: boolean } },
  body: T,
  word: string,
) => {
  const planting = structuredClone(body);
  const matchesSchema = (_: object) => schema.safeParse(planting).success;
  const plant = (part: Record<string, unknown>) => {
    for (const [name, value] of Object.entries(part)) {
      if (typeof value === 'string')
        part[name] =
          [`${value} ${word}`, `${value}.${word}`].find((text) =>
            matchesSchema(Object.assign(part, { [name]: text })),
          ) ?? value;
      if (typeof value === 'object' && value !== null) plant(value as Record<string, unknown>);
    }
  };
  plant(planting as Record<string, unknown>);
  return planting;
};

const register = async (name: Name) => {
  const [firstName, lastName, email, phone] = secrets[name];
  const newUser = {
    firstName,
    lastName,
    email,
    phone,
    role: roles[name],
    password: 'Sunflower7',
    termsVersion: '2026-11-01',
  };
  ids[name] = await send(operator, new RegisterUser(newUser));
};

const offer = async () => {
  const [, , , , shop, handle] = secrets.max;
  await sendAs(
    'max',
    new CompleteOnboarding(
      onboarding.parse(
        plantWord(
          onboarding,
          {
            serviceType: 'photographer',
            specialties: ['Weddings'],
            yearsExperience: 4,
            bio: `${shop}: pictures of weddings, taken with patience by somebody who has seen many of them.`,
            instagramHandle: handle,
            websiteUrl: 'https://max.example',
            country: 'US',
            city: 'Austin',
            state: 'TX',
            travelRadius: 60,
            packages: [
              {
                name: 'Day',
                description: `A day with ${shop}`,
                price: 100_000,
                durationHours: 8,
                deliverables: ['Photos'],
              },
            ],
          },
          secrets.max[6],
        ),
      ),
    ),
  );
};

/** Makes both people write every kind of personal data into streams that concern the other one. */
const writePersonalData = async () => {
  await register('zoe');
  await register('max');
  await offer();
  const [, , , , event, stone] = secrets.zoe;
  await sendAs(
    'zoe',
    new PostLead(
      leadPost.parse(
        plantWord(
          leadPost,
          {
            eventType: 'wedding',
            eventName: event,
            eventDate: inDays(60),
            description: `A quiet wedding among friends, and somewhere in it a piece of ${stone} that nobody may miss.`,
            locationCity: 'Austin',
            locationState: 'TX',
            venueType: 'Outdoor',
            budgetMin: 100_000,
            budgetMax: 200_000,
            durationDays: 1,
          },
          secrets.zoe[6],
        ),
      ),
    ),
  );
  await waitUntilProjected();
  const packageId = (await product.get(CatalogQueries, { strict: false }).profiles([ids.max])).get(ids.max)?.packages[0]
    ?.id;
  const book = (eventName: string) => {
    const request = {
      creatorId: ids.max,
      packageId,
      eventType: 'wedding',
      eventName,
      eventDate: inDays(70),
      eventLocation: `The ${stone} barn`,
      eventDescription: `${event}, all day`,
    };
    return sendAs('zoe', new RequestBooking(bookingRequest.parse(plantWord(bookingRequest, request, secrets.zoe[6]))));
  };
  const cancelledBooking = await book(event);
  await sendAs('max', new CancelBooking(cancelledBooking, cancellationReason));
  const booking = await book(event);
  await sendAs('zoe', new RequestBookingPayment(booking, 'deposit'));
  await line.call(staffCommand(), 'grant', secrets.zoe[2], 'support', '--reason', `${secrets.zoe[0]} joins the desk`);
  for (const name of ['zoe', 'max'] as const)
    await product.get(Mail, { strict: false }).send({
      id: `letter-${name}`,
      kind: 'tests.letter',
      person: ids[name],
      to: secrets[name][2],
      subject: `Dear ${secrets[name][0]}`,
      text: 'Hello',
      html: '<p>Hello</p>',
    });
  await untilReactionsHaveRun(product);
  await waitUntilProjected();
};

beforeAll(async () => {
  line = await commandLine();
  product = await createWorker(line.config.with({ configuredUrl: 'http://localhost:9' }));
  await startWork(product);
  await writePersonalData();
  await product.get(Projector).rebuild(['users_v1', 'leads_v1', 'bookings_v3']);
});
afterAll(async () => {
  await product.close();
  await line.close();
});

test('before the erasure, personal data is in read tables, in the account and in mails', async () => {
  const text = await dump();
  expect(found(text, 'zoe')).toEqual([...secrets.zoe]);
  expect(found(text, 'max')).toEqual([...secrets.max]);
});

test('every free-text field contains one of the unique words', async () => {
  const log = (await dump()).split('\n').filter((row) => row.startsWith('log.events '));
  for (const word of ['chalcedonite', 'hornblendic']) expect(log.filter((row) => row.includes(word))).toEqual([]);
  const rows = (await dump()).split('\n').filter((row) => row.startsWith('read.'));
  const holding = (table: string, word: string) =>
    rows
      .filter((row) => row.startsWith(table))
      .join()
      .split(word).length - 1;
  // Event name, description, city and searched place; name, place and description; city and searched place; name,
  // description, deliverable.
  expect(holding('read.leads_v', 'chalcedonite')).toBe(4);
  expect(holding('read.bookings_v', 'chalcedonite')).toBe(6);
  expect(holding('read.bookings_v', 'hornblendic')).toBe(4);
  expect(holding('read.creator_locations_v', 'hornblendic')).toBe(2);
  expect(holding('read.creator_packages_v', 'hornblendic')).toBe(3);
});

test('a reason is required, and a reason that identifies the person is refused', async () => {
  expect(await line.call(personCommand(), 'erase', secrets.zoe[2])).toMatchObject({ code: 2 });
  for (const reason of ['zoe@example.com asked', `${secrets.zoe[1]} asked in writing`])
    expect(await line.call(personCommand(), 'erase', secrets.zoe[2], '--reason', reason)).toMatchObject({
      code: 1,
      error: expect.stringContaining('The reason is stored in the log permanently'),
    });
  expect(await line.call(personCommand(), 'erase', 'nobody@example.com', '--reason', 'case 7')).toMatchObject({
    code: 2,
    error: 'There is no account with the email address nobody@example.com',
  });
});

test('after the erasure, no table or file contains the personal data, the audit succeeds, and the data of others is unchanged', async () => {
  const otherRows = await rowsOf(ids.max);
  expect((await product.get(IdentityQueries, { strict: false }).me(ids.zoe)).staffRoles).toEqual(['support']);
  const eraseCall = await line.call(
    personCommand(),
    'erase',
    secrets.zoe[2].toUpperCase(),
    '--reason',
    'asked for, case 7',
    '--json',
  );
  expect(eraseCall.code).toBe(0);
  const { personId, streams, tables, otherTables } = JSON.parse(eraseCall.out);
  expect({ personId, otherTables }).toEqual({ personId: ids.zoe, otherTables: [] });
  expect(streams).toBeGreaterThan(4);
  expect(tables).toEqual(expect.arrayContaining(['users_v1', 'leads_v1', 'bookings_v3', 'payments_v2']));
  await untilReactionsHaveRun(product);
  await waitUntilProjected();

  const text = await dump();
  expect(found(text, 'zoe')).toEqual([]);
  expect(found(text, 'max')).toEqual([...secrets.max]);
  // The erasure cancels a booking, of which the other party is notified.
  const isOwn = (row: string) => !row.includes(ids.zoe) && !row.includes(',bookings.cancelled,');
  // What Max wrote about Zoe when he cancelled is erased with either of them.
  const withoutReason = (row: string) => row.replace(`"${cancellationReason}"`, '');
  expect((await rowsOf(ids.max)).filter(isOwn)).toEqual(otherRows.filter(isOwn).map(withoutReason));
  expect(JSON.parse((await line.call(auditCommand(), 'verify', '--json')).out)).toMatchObject({ ok: true });
  expect(await product.get(Projector).verify()).toEqual(new Map());

  const names = await product.get(IdentityQueries, { strict: false }).names([ids.zoe, ids.max]);
  expect(names.get(ids.zoe)?.displayName).toBe('Former member');
  expect(names.get(ids.max)?.displayName).toBe(`${secrets.max[0]} ${secrets.max[1]}`);
  const [last] = (await product.get(EventStore).read(`user-${ids.zoe}`)).slice(-1);
  expect(last).toMatchObject({
    type: 'PersonErased',
    data: { personId: ids.zoe },
    by: { kind: 'system', role: 'operator' },
    source: 'cli',
    reason: 'asked for, case 7',
  });
});

test('after the other person is erased, their texts are gone as well', async () => {
  expect(
    await line.call(personCommand(), 'erase', ids.max, '--reason', 'case 7', '--despite-open-bookings'),
  ).toMatchObject({
    code: 0,
  });
  await waitUntilProjected();
  expect(found(await dump(), 'max')).toEqual([]);
  expect(await product.get(Projector).verify()).toEqual(new Map());
  await register('max');
  await offer();
});

test('a second erasure, by id, finds nothing to erase, and the email address can be used for a new account', async () => {
  const secondErase = await line.call(personCommand(), 'erase', ids.zoe, '--reason', 'case 7');
  expect(secondErase).toMatchObject({ code: 0, out: expect.stringContaining(`${ids.zoe} is erased`) });
  expect(await line.call(personCommand(), 'erase', secrets.zoe[2], '--reason', 'case 7')).toMatchObject({ code: 2 });
  const erasedId = ids.zoe;
  await register('zoe');
  expect(ids.zoe).not.toBe(erasedId);
});

test('personal data that is written with the key during the erasure is found later', async () => {
  await line.call(personCommand(), 'erase', ids.zoe, '--reason', 'case 8');
  const database = product.get(Database);
  await database.query('update read.users_v1 set display_name = $2 where id = $1', [ids.zoe, secrets.zoe[0]]);
  const job = (await product.get(EventStore).read(`user-${ids.zoe}`)).find(({ type }) => type === 'PersonErased');
  const isFinished = () => product.get(Jobs).areFinished('erasure', [`${job?.id}.identity.finish-erasure`]);
  await eventually(isFinished, 'the erasure to be repeated', 120_000);
  expect(found(await dump(), 'zoe')).toEqual([]);
});

describe('a professional with unpaid money', () => {
  const erase = (...more: readonly string[]) =>
    line.call(personCommand(), 'erase', ids.max, '--reason', 'case 10', '--despite-open-bookings', ...more);
  const append = (version: number, type: string, data: object) =>
    product
      .get(Context)
      .run(originOf(operator), () =>
        product.get(EventStore).append(`payout-account-${ids.max}`, version, [{ type, data }]),
      );
  const record = async (bookingId: string, version: number, debit: string, credit: string) => {
    const paymentId = `payment-${bookingId}`;
    const payments = [{ paymentId, received: 36_000, returned: debit === 'available' ? 36_000 : 0 }];
    const postings = [{ paymentId, debit, credit, amount: 36_000 }];
    const asOf = new Date().toISOString();
    const booking = { bookingId, bookingVersion: version, asOf, state: 'earned', changesAt: null };
    await append(version, 'BookingEarningsRecorded', { userId: ids.max, ...booking, payments, postings });
    await waitUntilProjected();
  };

  test('is not erased before the money is paid out, or while they owe money', async () => {
    await append(0, 'PayoutAccountOpened', { userId: ids.max });
    await record('booking-1', 1, 'clients', 'available');
    expect(await erase()).toMatchObject({
      code: 1,
      error: expect.stringMatching(
        /^This person cannot close .+\$360\.00 .+ has not been paid out.+--despite-unpaid-money$/,
      ),
    });
    await record('booking-1', 2, 'available', 'paid-out');
    await record('booking-1', 3, 'available', 'clients');
    expect(await erase()).toMatchObject({
      code: 1,
      error: expect.stringMatching(/^This person cannot close .+\$360\.00 .+ you owe it.+--despite-unpaid-money$/),
    });
    expect((await product.get(EventStore).read(`user-${ids.max}`)).some(({ type }) => type === 'PersonErased')).toBe(
      false,
    );
    await record('booking-1', 4, 'clients', 'available');
  });
});

describe('a person with open bookings', () => {
  let ned = '';
  let bookingId = '';
  const erase = (name: string, ...more: readonly string[]) =>
    line.call(personCommand(), 'erase', name, '--reason', 'case 9', ...more);
  const statusOf = async () => {
    await waitUntilProjected();
    const seenBy = { id: ids.max, kind: 'user', role: 'creator' } as const;
    const booking = await product
      .get(Context)
      .run(originOf(seenBy), () => product.get(BookingsQueries, { strict: false }).byId(bookingId));
    return booking.status;
  };
  const isErased = async (id: string) =>
    (await product.get(EventStore).read(`user-${id}`)).some(({ type }) => type === 'PersonErased');

  const eventDate = inDays(80);

  beforeAll(async () => {
    const names = { firstName: 'Ned', lastName: 'Nearly', email: 'ned@nearly.example', phone: '555 0107 333' };
    ned = await send(
      operator,
      new RegisterUser({ ...names, role: 'client', password: 'Sunflower7', termsVersion: '2026-11-01' }),
    );
    const profiles = await product.get(CatalogQueries, { strict: false }).profiles([ids.max]);
    const request = bookingRequest.parse({
      creatorId: ids.max,
      packageId: profiles.get(ids.max)?.packages[0]?.id,
      eventType: 'wedding',
      eventDate,
      eventLocation: 'The barn',
    });
    bookingId = await send({ id: ned, kind: 'user', role: 'client' }, new RequestBooking(request));
    await sendAs('max', new ConfirmBooking(bookingId));
  });

  test('is not erased, whether client or professional, and the message names the booking', async () => {
    for (const name of ['Ned@nearly.example', ned, ids.max])
      expect(await erase(name)).toEqual({
        code: 1,
        out: '',
        error: `This person has 1 booking that is confirmed or paid for: ${bookingId} (confirmed, ${eventDate}). Complete or cancel them first, or use --despite-open-bookings`,
      });
    expect([await isErased(ned), await isErased(ids.max)]).toEqual([false, false]);
  });

  test('is not erased while the bookings projection is behind', async () => {
    await line.call(projectionsCommand(), 'pause', 'bookings');
    await send(
      operator,
      new RegisterUser({
        firstName: 'Una',
        lastName: 'New',
        email: 'una@new.example',
        role: 'client',
        password: 'Sunflower7',
      }),
    );
    expect(await erase(ned)).toMatchObject({
      code: 1,
      error: expect.stringMatching(/^bookings_v\d+ has not caught up/),
    });
    await line.call(projectionsCommand(), 'resume', 'bookings');
  });

  test('is erased with --despite-open-bookings; confirmed bookings stay, and finishing the erasure is not refused', async () => {
    expect(await erase(ned, '--despite-open-bookings')).toMatchObject({ code: 0 });
    expect([await isErased(ned), await statusOf()]).toEqual([true, 'confirmed']);
    expect(await erase(ned)).toMatchObject({ code: 0, out: expect.stringContaining(`${ned} is erased`) });
  });
});
