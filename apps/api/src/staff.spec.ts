import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type {
  AuditEntry,
  AuditPage,
  PendingJobsPage,
  StaffIntegrity,
  StaffProjections,
  Timeline,
  TimelineEntry,
  TimelinePage,
} from '#backoffice/contract';
import { StaffBookingsQueries } from '#bookings';
import { GalleriesQueries } from '#galleries';
import { itemsOf } from '#galleries/contract';
import type { StaffRole } from '#identity';
import type { StaffLeadsPage, StaffRefundRequestsPage } from '#leads/contract';
import { AuditCheckpoints, CheckpointRefused, LogAudit } from '#platform/audit';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { DeadLetters, Jobs, queues } from '#platform/jobs';
import { ProjectionBusy, Projector } from '#platform/projections';
import { captureLog, eventually, originOf, untilCaughtUp } from '#platform/testing';
import { type Person, type Site, startSite } from './api.suite.ts';
import { Scenario } from './scenario.suite.ts';

let site: Site;
let stop: () => Promise<void>;
let ann: Person;
let bo: Person;
let admin: Person;
let bookingId: string;

beforeAll(async () => {
  ({ site, stop } = await startSite());
  const scenario = new Scenario(site);
  ann = await site.signUp('client', 'Ann Archer');
  bo = await site.signUp('creator', 'Bo Baker');
  await scenario.offer(bo);
  bookingId = await scenario.confirmedBooking(ann, bo);
  await scenario.payFor(ann, bookingId, 'deposit');
  admin = await staff('admin');
  await untilCaughtUp(site.api);
});
afterAll(() => stop());

const staff = (...roles: readonly StaffRole[]): Promise<Person> =>
  new Scenario(site).signUpStaff('Sue Staff', ...roles);

describe('the log', () => {
  let all: readonly AuditEntry[];
  const page = (query: object): Promise<AuditPage> =>
    site.get(`/api/v1/staff/events?${new URLSearchParams({ ...query })}`, admin);
  /** All events that match the filter, except those that were written after `all` was read. */
  const matching = async (filter: object, limit = 100): Promise<readonly AuditEntry[]> => {
    const items: AuditEntry[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const found = await page({ ...filter, limit, ...(cursor && { cursor }) });
      items.push(...found.items);
      cursor = found.nextCursor;
    }
    return items.filter(({ position }) => !all || position <= (all[0]?.position ?? 0));
  };
  const idsOf = (entries: readonly AuditEntry[]) => entries.map(({ id }) => id);
  const latestFirst = (includes: (entry: AuditEntry) => boolean) =>
    all.filter(includes).sort((a, b) => b.at.localeCompare(a.at) || b.position - a.position);
  const confirmation = () => all.find(({ type }) => type === 'BookingConfirmed') as AuditEntry;

  beforeAll(async () => {
    all = await matching({});
  });

  test('has every event, the newest first', async () => {
    const logged = (await site.logged()).map(({ id }) => id).reverse();
    expect(idsOf(all)).toEqual(logged.slice(-all.length));
    expect(all.at(-1)?.version).toBe(1);
  });

  test.each<[string, (entry: AuditEntry) => string | null]>([
    ['subject', ({ bookingId: booking }) => booking],
    ['stream', ({ stream }) => stream],
    ['type', ({ type }) => type],
    ['module', ({ module }) => module],
    ['actor', ({ actor }) => actor.id],
    ['kind', ({ actor }) => actor.kind],
    ['source', ({ source }) => source],
    ['id', ({ id }) => id],
    ['position', ({ position }) => String(position)],
    ['role', ({ actor }) => actor.role],
    ['request', ({ request }) => request],
    ['correlation', ({ correlation }) => correlation],
    ['causation', ({ causation }) => causation],
  ])('can be limited by %s', async (filter, fieldOf) => {
    const value = String(fieldOf(confirmation()));
    const expected = all.filter((entry) => fieldOf(entry) === value);
    expect(idsOf(await matching({ [filter]: value }))).toEqual(idsOf(expected));
    expect(expected.length).toBeLessThan(all.length);
  });

  test('can be limited by several filters together', async () => {
    const filter = { subject: bookingId, module: 'bookings', kind: 'user' };
    const expected = all.filter(
      (each) => each.bookingId === bookingId && each.module === 'bookings' && each.actor.kind === 'user',
    );
    expect(idsOf(await matching(filter))).toEqual(idsOf(expected));
    expect(expected).not.toEqual([]);
  });

  test('can be limited to a period, which excludes the instant of its end', async () => {
    const from = confirmation().at;
    const until = all.find(({ at }) => at > from)?.at ?? '';
    const expected = latestFirst(({ at }) => at >= from && at < until);
    expect(idsOf(await matching({ from, until }))).toEqual(idsOf(expected));
    expect(idsOf(expected)).toContain(confirmation().id);
    const earlier = latestFirst(({ at }) => at < from);
    for (const limit of [100, 7]) expect(idsOf(await matching({ until: from }, limit))).toEqual(idsOf(earlier));
  });

  test('is read page by page, even while events are added', async () => {
    expect(idsOf(await matching({}, 7))).toEqual(idsOf(all));
    const first = await page({ limit: 5 });
    await site.signUp('client');
    await untilCaughtUp(site.api);
    const second = await page({ limit: 5, cursor: first.nextCursor ?? '' });
    const positions = [...first.items, ...second.items].map(({ position }) => position);
    expect(positions).toEqual([...new Set(positions)].sort((a, b) => b - a));
    expect(idsOf(all)).toEqual(expect.arrayContaining(idsOf(second.items)));
  });

  test.each([{ subject: 'booking-1' }, { kind: 'visitor' }, { from: 'yesterday' }, { limit: 0 }, { limit: 101 }])(
    'refuses the filter %j',
    async (filter) => {
      const { status } = await site.request(
        'GET',
        `/api/v1/staff/events?${new URLSearchParams(Object.entries(filter).map(([name, value]) => [name, String(value)]))}`,
        { by: admin },
      );
      expect(status).toBe(400);
    },
  );

  test('shows all events that resulted from the same request, in all streams', async () => {
    const { items, complete }: Timeline = await site.get(`/api/v1/staff/events/${confirmation().id}/chain`, admin);
    expect(complete).toBe(true);
    expect(idsOf(items).reverse()).toEqual(idsOf(await matching({ correlation: confirmation().correlation })));
    expect(items.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['CreatorDayReserved', 'BookingConfirmed', 'NotificationSent']),
    );
    const missing = await site.request('GET', `/api/v1/staff/events/${randomUUID()}/chain`, { by: admin });
    expect([missing.status, missing.body.code]).toEqual([404, 'event-not-found']);
  });

  test('shows one event without personal data', async () => {
    const registration = all.find(({ actor, type }) => actor.id === ann.id && type === 'UserRegistered');
    const event = await site.get(`/api/v1/staff/events/${registration?.id}`, admin);
    expect(event).toMatchObject({ ...registration, shape: 1, hidden: expect.arrayContaining(['email']) });
    expect(event.data).toMatchObject({ email: '•••', role: 'client' });
    expect(JSON.stringify(event)).not.toContain('Archer');
    const missing = await site.request('GET', `/api/v1/staff/events/${randomUUID()}`, { by: admin });
    expect(missing.status).toBe(404);
  });
});

test('the overview depends on the role', async () => {
  const overviewFor = async (role: StaffRole) => site.get('/api/v1/staff/overview', await staff(role));
  const bookings = { disputed: 0, overdue: 0, refundsDue: 0, failedRefunds: 0, lateDeliveries: 0 };
  const operation = {
    failedJobs: 0,
    stoppedProjections: [],
    behind: expect.any(Number),
    age: expect.any(Number),
    verifiedAt: null,
    logFindings: null,
  };
  expect(await site.get('/api/v1/staff/overview', admin)).toEqual({
    openReports: 0,
    leads: { held: 0, failedRefunds: 0 },
    waitingPayouts: 0,
    bookings,
    operation,
  });
  expect(await overviewFor('finance')).toEqual({
    openReports: 0,
    leads: { held: 0, failedRefunds: 0 },
    waitingPayouts: 0,
    bookings,
    operation: null,
  });
  expect(await overviewFor('ops')).toEqual({
    openReports: null,
    leads: null,
    waitingPayouts: null,
    bookings: null,
    operation,
  });
});

describe('operation', () => {
  const failed = { queue: 'sandbox-webhooks', id: 'staff-spec' };
  const act = (verb: string, body: object) =>
    site.request('POST', `/api/v1/staff/jobs/${verb}`, { by: admin, body: { ...failed, ...body } });
  const listed = async () =>
    (await site.get('/api/v1/staff/jobs', admin)).failed.find(({ id }: { id: string }) => id === failed.id);

  test('each projection has its position and lag', async () => {
    const { items } = await site.get('/api/v1/staff/projections', admin);
    expect(items.map(({ name }: { name: string }) => name)).toEqual([...site.api.get(Projector).names].sort());
    expect(items[0]).toMatchObject({ position: expect.any(Number), pausedAt: null, failure: null, rebuild: null });
  });

  describe('tasks on projections', () => {
    const name = 'accesses_v1';
    const start = (task: string, projections: readonly string[] = [name]) =>
      site.request('POST', '/api/v1/staff/projections/maintenance', { by: admin, body: { task, projections } });
    const state = async () => {
      const { items, maintenance } = (await site.get('/api/v1/staff/projections', admin)) as StaffProjections;
      return { projection: items.find((item) => item.name === name), task: maintenance[0] };
    };
    /** The last task, once a worker has ended it. */
    const ended = async () => {
      await eventually(async () => (await state()).task?.endedAt !== null, 'the task has ended');
      return (await state()).task;
    };

    test('a paused projection stays where it is until it is resumed', async () => {
      const { number } = (await start('pause')).body;
      expect(await state()).toMatchObject({
        projection: { pausedAt: expect.any(String) },
        task: { number, task: 'pause', projections: [name], startedBy: { id: admin.id, role: 'admin' }, failure: null },
      });
      expect((await start('resume')).body).toEqual({ number: number + 1 });
      expect(await state()).toMatchObject({ projection: { pausedAt: null }, task: { task: 'resume', failure: null } });
    });

    test('a worker verifies, rebuilds and rolls back, one task at a time', async () => {
      expect((await start('rollback')).body).toMatchObject({ code: 'projection-nothing-to-roll-back' });
      expect((await start('rebuild', ['nothing_v1'])).body).toMatchObject({ code: 'projection-not-found' });
      expect((await start('verify', [])).status).toBe(400);
      expect((await start('verify')).status).toBe(200);
      const refused = await start('rebuild');
      expect([refused.status, refused.body.code]).toEqual([409, 'maintenance-running']);

      site.api.get(Jobs).start(['maintenance']);
      expect(await ended()).toMatchObject({ task: 'verify', tables: [{ name, different: 0 }], failure: null });
      await site.rows(
        `insert into read.${name} (id, people, fields, events, actor_id, actor_role, at)
         values ('forged', '[]', '[]', 0, 'nobody', 'admin', now())`,
      );
      await start('verify');
      const forged = { name, different: 1, keys: ['forged'] };
      expect(await ended()).toMatchObject({ task: 'verify', tables: [forged], failure: null });
      await start('rebuild');
      expect(await ended()).toMatchObject({ task: 'rebuild', tables: [forged], failure: null });
      await start('rebuild');
      expect(await ended()).toMatchObject({ task: 'rebuild', tables: [{ name, different: 0 }], failure: null });
      expect((await state()).projection).toMatchObject({ keptSince: expect.any(String), rebuild: null });
      await start('rollback');
      expect(await ended()).toMatchObject({ task: 'rollback', tables: [], failure: null });
    });

    test.each(['rebuild', 'rollback'] as const)(
      'a %s that was interrupted at its end is not repeated',
      async (task) => {
        const projector = site.api.get(Projector);
        const complete = projector[task].bind(projector) as (
          projections: string | readonly string[],
        ) => Promise<unknown>;
        const work = jest.spyOn(projector, task) as jest.SpiedFunction<(projections: never) => Promise<unknown>>;
        work.mockImplementationOnce(async (projections) => {
          await complete(projections);
          throw new Error('The worker was killed');
        });
        try {
          site.api.get(Jobs).start(['maintenance']);
          await start(task);
          expect(await ended()).toMatchObject({ task, tables: [], failure: null });
          expect(work.mock.calls.flat().filter((projections) => String(projections) === name)).toHaveLength(1);
        } finally {
          work.mockRestore();
        }
      },
    );

    test('a table that a rebuild replaced can be dropped, and cannot be rolled back to then', async () => {
      const leftovers = async () => (await site.get('/api/v1/staff/projections', admin)).leftovers;
      site.api.get(Jobs).start(['maintenance']);
      await start('rebuild');
      await ended();
      expect(await leftovers()).toEqual([{ name, kind: 'kept', since: expect.any(String), bytes: expect.any(Number) }]);
      expect((await start('prune', ['leads_v1'])).body).toMatchObject({ code: 'projection-not-found' });
      await start('prune');
      expect(await ended()).toMatchObject({ task: 'prune', tables: [{ name, different: null }], failure: null });
      expect(await leftovers()).toEqual([]);
      expect((await start('rollback')).body).toMatchObject({ code: 'projection-nothing-to-roll-back' });
    });

    test('a table that was replaced after the task started is not dropped', async () => {
      site.api.get(Jobs).start(['maintenance']);
      await start('rebuild');
      await ended();
      const replacedNow = (await site.api.get(Projector).leftovers()).map((table) => ({
        ...table,
        since: new Date(Date.now() + 60_000).toISOString(),
      }));
      const leftovers = jest.spyOn(site.api.get(Projector), 'leftovers').mockResolvedValue(replacedNow);
      try {
        await start('prune');
        expect(await ended()).toMatchObject({ task: 'prune', tables: [], failure: null });
      } finally {
        leftovers.mockRestore();
      }
      expect(await site.api.get(Projector).leftovers()).toHaveLength(1);
    });

    test('a task that cannot be done ends with the reason', async () => {
      const rebuild = jest.spyOn(site.api.get(Projector), 'rebuild');
      rebuild.mockRejectedValue(new ProjectionBusy(name, 'festoon 1@machine'));
      try {
        await start('rebuild');
        expect(await ended()).toMatchObject({ failure: `${name} is already being rebuilt, by festoon 1@machine` });
      } finally {
        rebuild.mockRestore();
      }
      const { items } = await site.get('/api/v1/staff/events?type=MaintenanceFailed', admin);
      expect(items[0]).toMatchObject({ title: 'Work on projections failed', module: 'backoffice' });
    });

    test('a task whose job is discarded has failed, so that another one can be started', async () => {
      const verify = jest.spyOn(site.api.get(Projector), 'verificationResults');
      verify.mockRejectedValue(new Error('The database is gone'));
      await start('verify');
      const [{ id, stream, version }] = (await site.get('/api/v1/staff/events?type=MaintenanceStarted', admin)).items;
      const job = 'backoffice.run-maintenance';
      const letter = {
        ...{ queue: 'maintenance', id: `${id}.${job}`, name: job, data: { stream, version }, attempts: 5 },
        ...{ reason: 'The database is gone', failedAt: '2026-01-01T00:00:00.000Z' },
      };
      const spies = [
        verify,
        jest.spyOn(site.api.get(DeadLetters), 'list').mockResolvedValue([letter]),
        jest.spyOn(site.api.get(Jobs), 'isDead').mockResolvedValue(true),
        jest.spyOn(site.api.get(Jobs), 'drop').mockResolvedValue(true),
      ];
      try {
        const discard = { queue: letter.queue, id: letter.id, reason: 'it cannot be repaired' };
        expect((await act('discard', discard)).body).toEqual({ changed: true });
        expect(await ended()).toMatchObject({ task: 'verify', failure: 'Its job was discarded' });
      } finally {
        for (const spy of spies) spy.mockRestore();
      }
      expect((await start('verify')).status).toBe(200);
      expect(await ended()).toMatchObject({ task: 'verify', failure: null });
    });
  });

  test('the delayed jobs of a queue are listed in pages, in the order in which they are due, without their data', async () => {
    const jobs = site.api.get(Jobs);
    const name = 'tests.wait';
    const added = [3, 2, 1].map((days) => ({
      id: `${days} days`,
      name,
      data: { secret: 7 },
      delay: days * 86_400_000,
    }));
    await jobs.add(queues.mails, added);
    const page = (query: object): Promise<PendingJobsPage> =>
      site.get(
        `/api/v1/staff/jobs/pending?${new URLSearchParams({ queue: 'mails', state: 'delayed', ...query })}`,
        admin,
      );
    const found: PendingJobsPage['items'] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { items, nextCursor }: PendingJobsPage = await page({ limit: 2, ...(cursor && { cursor }) });
      found.push(...items);
      cursor = nextCursor;
    }
    const own = found.filter((job) => job.name === name);
    expect(own.map(({ id }) => id)).toEqual(['1 days', '2 days', '3 days']);
    expect(own[0]).toEqual({
      id: '1 days',
      name,
      attempts: 0,
      addedAt: expect.any(String),
      dueAt: expect.any(String),
      event: null,
    });
    const unknown = await site.request('GET', '/api/v1/staff/jobs/pending?queue=nothing&state=delayed', { by: admin });
    expect([unknown.status, unknown.body.code]).toEqual([404, 'queue-not-found']);
  });

  test('a worker verifies the log, and what was changed is shown', async () => {
    const read = (): Promise<StaffIntegrity> => site.get('/api/v1/staff/integrity', admin);
    const start = () => site.request('POST', '/api/v1/staff/integrity/verifications', { by: admin, body: {} });
    const ended = async () => {
      await eventually(async () => (await read()).verifications[0]?.endedAt !== null, 'the verification has ended');
      return (await read()).verifications[0];
    };
    const audit = site.api.get(LogAudit);
    const verifyLog = audit.verify.bind(audit);
    const verify = jest.spyOn(audit, 'verify');
    const { promise: held, resolve: proceed } = Promise.withResolvers<void>();
    verify.mockImplementation(async (...args) => {
      await held;
      return verifyLog(...args);
    });
    await site.api.get(AuditCheckpoints).write();
    site.api.get(Jobs).start(['maintenance']);
    expect((await start()).body).toEqual({ number: 1 });
    const refused = await start();
    expect([refused.status, refused.body.code]).toEqual([409, 'log-verification-running']);
    proceed();
    const clean = await ended();
    expect(clean).toMatchObject({
      number: 1,
      done: 1,
      startedBy: { id: admin.id, role: 'admin' },
      checkpoints: 1,
      findings: 0,
      firstFindings: [],
      failure: null,
    });
    const through = BigInt(clean?.through ?? 0);
    expect(clean?.events).toBe((await site.logged()).filter(({ position }) => position <= through).length);
    const timeline = (): Promise<TimelinePage> => site.get(`/api/v1/staff/bookings/${bookingId}/timeline`, admin);
    expect((await timeline()).verified).toEqual({ through: clean?.through, at: clean?.endedAt });

    const { checkpoints, head } = await read();
    expect(checkpoints).toMatchObject({ count: 1, newest: [{ key: expect.any(String) }] });
    expect(head).toBeGreaterThanOrEqual(checkpoints.newest[0]?.position ?? Number.NaN);
    const files = await site.get('/api/v1/staff/integrity/checkpoints', admin);
    expect(JSON.parse(files.checkpoints)).toMatchObject({ hash: checkpoints.newest[0]?.hash });
    expect(files.publicKey).toMatch(/^-----BEGIN PUBLIC KEY-----/);

    const finding = {
      position: 3n,
      stream: 'lead-1',
      kind: 'content',
      message: 'its content has been changed',
    } as const;
    verify.mockImplementation(async (onFinding) => {
      for (let i = 0; i < 60; i += 1) onFinding(finding);
      return { events: 5, through: 5n, checkpoints: 0 };
    });
    try {
      await start();
      expect(await ended()).toMatchObject({ findings: 60, firstFindings: { length: 50 } });
      expect((await site.get('/api/v1/staff/overview', admin)).operation).toMatchObject({ logFindings: 60 });
      expect((await timeline()).verified).toBeNull();
      verify.mockRejectedValue(new CheckpointRefused('the key is not a public key'));
      await start();
      expect(await ended()).toMatchObject({ findings: null, failure: 'the key is not a public key' });
    } finally {
      verify.mockRestore();
    }
  });

  test('the queues, the workers and the failed jobs are listed, without personal data', async () => {
    const job = { ...failed, name: 'mails.send', data: { stream: bookingId, version: 1 }, attempts: 5 };
    const letter = { ...job, reason: `550 <${ann.email}> is unknown`, failedAt: '2026-01-01T00:00:00.000Z' };
    const letters = site.api.get(DeadLetters);
    const spies = [
      jest.spyOn(letters, 'list').mockResolvedValue([letter]),
      jest.spyOn(letters, 'retry').mockResolvedValue(true),
      jest.spyOn(site.api.get(Jobs), 'isDead').mockResolvedValue(true),
      jest.spyOn(site.api.get(Jobs), 'drop').mockResolvedValue(true),
    ];
    try {
      const { queues } = await site.get('/api/v1/staff/jobs', admin);
      expect(queues).toContainEqual(
        expect.objectContaining({ name: 'payments', waiting: expect.any(Number), failed: 0 }),
      );
      expect(await listed()).toMatchObject({
        name: 'mails.send',
        reason: '550 <[mail]> is unknown',
        event: { stream: bookingId, version: 1 },
      });
      expect((await act('retry', {})).body).toEqual({ changed: true });
      expect((await act('retry', { id: 'another' })).body).toEqual({ changed: false });
      expect((await act('discard', {})).status).toBe(400);
      for (const personal of [`${ann.email} left`, 'Ann Archer left', 'Bo Baker left'])
        expect((await act('discard', { reason: personal })).body.code).toBe('job-reason-personal');
      expect((await act('discard', { reason: 'the account is closed' })).body).toEqual({ changed: true });
    } finally {
      for (const spy of spies) spy.mockRestore();
    }
    await untilCaughtUp(site.api);
    const { items } = await site.get('/api/v1/staff/events?type=DeadLetterDropped', admin);
    const event = await site.get(`/api/v1/staff/events/${items[0].id}`, admin);
    expect(event).toMatchObject({
      reason: 'the account is closed',
      data: { queue: failed.queue, job: failed.id, name: 'mails.send' },
      actor: { id: admin.id, role: 'admin' },
    });
  });
});

describe('people', () => {
  const search = async (text: string) => (await site.post('/api/v1/staff/people/search', admin, { text })).items;
  const reveal = (body: object, id = ann.id) =>
    site.request('POST', `/api/v1/staff/people/${id}/reveal`, { by: admin, body });

  test('are found by their id, exact email address and full name, and professionals by a word of their name', async () => {
    const found = { id: ann.id, role: 'client', shortName: null, suspended: false, has: ['name', 'email', 'phone'] };
    for (const text of [ann.id, ann.email.toUpperCase()]) expect(await search(text)).toMatchObject([found]);
    expect(await search('ánn  ARCHER')).toContainEqual(expect.objectContaining(found));
    expect(await search('baker')).toMatchObject([{ id: bo.id, shortName: 'Bo B.' }]);
    for (const text of ['Archer', ann.email.slice(1), randomUUID()]) expect(await search(text)).toEqual([]);
  });

  test('are shown with what they have, and personal data only after a reason, which the person can read', async () => {
    const path = `/api/v1/staff/people/${ann.id}`;
    const before = await site.get(path, admin);
    expect(before).toMatchObject({
      bookings: { all: 1, confirmed: 1 },
      leads: { posted: 0, unlocked: 0 },
      galleries: 0,
      sessions: [{ createdAt: expect.any(String) }],
      accesses: [],
    });
    for (const reason of [undefined, ' ']) expect((await reveal({ fields: ['email'], reason })).status).toBe(400);
    expect(await reveal({ fields: ['email'], reason: 'Archer called' })).toMatchObject({
      status: 409,
      body: { code: 'person-reason-personal' },
    });
    expect((await site.get(path, admin)).accesses).toEqual([]);

    expect((await reveal({ fields: ['email', 'name'], reason: 'case 2031' })).body).toEqual({
      email: ann.email,
      name: 'Ann Archer',
    });
    const seen = { fields: ['email', 'name'], events: 0, by: { id: admin.id, role: 'admin' }, reason: 'case 2031' };
    expect((await site.get(path, admin)).accesses).toMatchObject([seen]);
    expect((await site.get('/api/v1/me/export', ann)).accesses).toMatchObject([seen]);
    const { items } = await site.get('/api/v1/staff/events?type=PersonalDataRevealed', admin);
    expect(items).toMatchObject([{ actor: { id: admin.id, kind: 'staff', role: 'admin' } }]);
  });
});

describe('conversations with the assistant', () => {
  const reveal = (id: string, reason: string) =>
    site.request('POST', `/api/v1/staff/conversations/${id}/reveal`, { by: admin, body: { reason } });

  test('are listed without what was said, and shown with the data of the answers after a reason, which the person can read', async () => {
    const cy = await site.signUp('client', 'Cyra Cole');
    const body = { eventIdea: 'A photographer for a wedding in July 2999' };
    await site.request('POST', '/functions/v1/recommend-vendors', { by: cy, body });
    await untilCaughtUp(site.api);
    const { items } = await site.get(`/api/v1/staff/conversations?personId=${cy.id}`, admin);
    expect(items).toEqual([expect.objectContaining({ personId: cy.id, questions: 1 })]);
    expect(JSON.stringify(items)).not.toContain('wedding');
    const [{ id }] = items;
    expect((await reveal(id, '')).status).toBe(400);
    for (const reason of ['Cyra Cole asked', 'Bo Baker asked'])
      expect((await reveal(id, reason)).body.code).toBe('conversation-reason-personal');
    expect((await site.get('/api/v1/me/export', cy)).accesses).toEqual([]);

    const shown = await reveal(id, 'case 2032');
    expect(shown.body).toMatchObject({
      personId: cy.id,
      turns: [
        {
          question: body.eventIdea,
          answer: {
            engine: 'built-in',
            isComplete: true,
            text: expect.stringContaining('Bo Baker'),
            vendors: [{ vendorId: bo.id, service: 'photographer', price: expect.any(Number) }],
          },
        },
      ],
    });
    expect(shown.body).not.toHaveProperty('continuation');
    const seen = { fields: [], events: 2, by: { id: admin.id, role: 'admin' }, reason: 'case 2032' };
    expect((await site.get('/api/v1/me/export', cy)).accesses).toMatchObject([seen]);

    await site.request('DELETE', `/api/v1/conversations/${id}`, { by: cy });
    await untilCaughtUp(site.api);
    expect((await reveal(id, 'case 2033')).status).toBe(404);
  });

  test('are listed in pages, the newest first', async () => {
    const dee = await site.signUp('client', 'Dee Dixon');
    for (const eventIdea of ['A DJ in Austin, TX', 'A photographer in Austin, TX', 'A designer in Austin, TX'])
      await site.request('POST', '/functions/v1/recommend-vendors', { by: dee, body: { eventIdea } });
    await untilCaughtUp(site.api);
    const list = (query: string) => site.get(`/api/v1/staff/conversations?personId=${dee.id}${query}`, admin);
    const all = (await list('')).items.map(({ id }: { id: string }) => id);
    expect(all).toHaveLength(3);
    const first = await list('&limit=2');
    const second = await list(`&limit=2&cursor=${first.nextCursor}`);
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(all);
    expect(second.nextCursor).toBeNull();
    expect((await site.get('/api/v1/conversations', dee)).items.map(({ id }: { id: string }) => id)).toEqual(all);
  });
});

describe('administrators', () => {
  const act = (id: string, action: string, body: object, by = admin) =>
    site.request('POST', `/api/v1/staff/people/${id}/${action}`, { by, body });
  const answer = async (...request: Parameters<typeof act>) => {
    const { status, body } = await act(...request);
    return [status, body?.code];
  };
  const latest = async (type: string) => {
    await untilCaughtUp(site.api);
    return (await site.get(`/api/v1/staff/events?type=${type}`, admin)).items[0];
  };

  test('suspend a person, whose sessions end, and reinstate them', async () => {
    const eve = await site.signUp('client', 'Eve Ember');
    const reason = 'sent the same offer to hundreds of people';
    expect((await act(eve.id, 'suspend', { reason: ' ' })).status).toBe(400);
    expect((await act(eve.id, 'suspend', { reason })).status).toBe(204);
    expect((await site.request('GET', '/api/v1/me', { by: eve })).status).toBe(401);
    const suspended = await site.get(`/api/v1/staff/people/${eve.id}`, admin);
    expect(suspended).toMatchObject({ suspended: true, sessions: [] });
    expect(await latest('UserSuspended')).toMatchObject({
      stream: `user-${eve.id}`,
      actor: { id: admin.id, kind: 'staff', role: 'admin' },
    });
    expect((await act(eve.id, 'reinstate', { reason: 'it was another account' })).status).toBe(204);
    await site.signIn(eve);
    expect(await site.get(`/api/v1/staff/people/${eve.id}`, admin)).toMatchObject({ suspended: false });
  });

  test('reset the second factors of a person', async () => {
    const scenario = new Scenario(site);
    const { person } = await scenario.addSecondFactor(await site.signUp('client', 'Flo Fern'));
    expect(await answer(person.id, 'reset-factors', { reason: 'Fern lost the phone' })).toEqual([
      409,
      'person-reason-personal',
    ]);
    expect((await act(person.id, 'reset-factors', { reason: 'the phone is lost' })).status).toBe(204);
    const removed = await latest('FactorRemoved');
    const event = await site.get(`/api/v1/staff/events/${removed.id}`, admin);
    expect(event).toMatchObject({ reason: 'the phone is lost', actor: { id: admin.id }, data: { userId: person.id } });
  });

  test('change the role of a person who has nothing that needs the previous one', async () => {
    const scenario = new Scenario(site);
    const client = await site.signUp('client', 'Hal Heath');
    const creator = await site.signUp('creator', 'Ivy Island');
    await scenario.offer(creator);
    const reason = 'chose the wrong role at sign-up';
    const change = (role: string) => ({ role, reason });
    const roleOf = async (id: string) => (await site.get(`/api/v1/staff/people/${id}`, admin)).role;
    expect((await act(creator.id, 'role', change('vendor'))).status).toBe(204);
    await untilCaughtUp(site.api);
    expect(await roleOf(creator.id)).toBe('vendor');
    expect(await answer(creator.id, 'role', change('client'))).toEqual([409, 'account-has-profile']);

    const leadId = await scenario.postLead(client);
    await untilCaughtUp(site.api);
    expect(await answer(client.id, 'role', change('creator'))).toEqual([409, 'account-has-open-leads']);
    await site.post(`/api/v1/leads/${leadId}/withdraw`, client);
    await untilCaughtUp(site.api);
    expect((await act(client.id, 'role', change('creator'))).status).toBe(204);
    await untilCaughtUp(site.api);
    expect(await site.get('/api/v1/me', client)).toMatchObject({ role: 'creator', onboardingCompleted: false });
    expect(await latest('UserRoleChanged')).toMatchObject({ stream: `user-${client.id}`, actor: { id: admin.id } });
    expect(await answer(client.id, 'role', change('admin'))).toEqual([400, 'invalid']);
    expect(await answer(admin.id, 'role', change('creator'))).toEqual([403, 'user-role-not-allowed']);
    expect(await answer(randomUUID(), 'role', change('client'))).toEqual([404, 'user-not-found']);
  });

  test('give staff roles to others and take them away, and not their own', async () => {
    const gil = await site.signUp('client', 'Gil Gable');
    const rolesOf = async (id: string) => (await site.get(`/api/v1/staff/people/${id}`, admin)).staffRoles;
    const change = (held: boolean) => ({ role: 'finance', held, reason: 'changes teams' });
    expect((await act(gil.id, 'staff-roles', change(true))).status).toBe(204);
    await untilCaughtUp(site.api);
    expect(await rolesOf(gil.id)).toEqual(['finance']);
    expect((await act(gil.id, 'staff-roles', change(false))).status).toBe(204);
    await untilCaughtUp(site.api);
    expect(await rolesOf(gil.id)).toEqual([]);

    const reason = 'a test';
    expect(await answer(admin.id, 'suspend', { reason })).toEqual([403, 'suspension-not-allowed']);
    expect(await answer(admin.id, 'reset-factors', { reason })).toEqual([403, 'factor-not-allowed']);
    const own = { role: 'admin', held: false, reason };
    expect(await answer(admin.id, 'staff-roles', own)).toEqual([403, 'staff-role-not-allowed']);
    expect(await answer(randomUUID(), 'suspend', { reason })).toEqual([404, 'user-not-found']);
    expect(await answer(gil.id, 'suspend', { reason }, await staff('support'))).toEqual([403, 'staff-not-allowed']);
  });
});

describe('the bookings', () => {
  const idsIn = ({ items }: { items: readonly { id: string }[] }) => items.map(({ id }) => id);
  const search = async (filter: object): Promise<readonly string[]> =>
    idsIn(await site.post('/api/v1/staff/bookings/search', admin, filter));
  let other: string;
  let bea: Person;

  beforeAll(async () => {
    const scenario = new Scenario(site);
    const cy = await site.signUp('client', 'Cy Chert');
    bea = await site.signUp('vendor', 'Bea Basalt');
    await scenario.offer(bea);
    other = await scenario.book(cy, bea, {
      eventDate: '2998-05-01',
      eventLocation: 'Austin Boat house, 100% Pier, Montpelier, VT 05401',
    });
    await scenario.site.post(`/api/v1/bookings/${other}/cancel`, bea, {});
  });

  test('are listed with the newest first, without personal data', async () => {
    const page = await site.get('/api/v1/staff/bookings', admin);
    expect(page.items).toMatchObject([
      { id: other, status: 'cancelled', payment: 'unpaid', disputed: false, creator: { shortName: 'Bea B.' } },
      {
        id: bookingId,
        status: 'confirmed',
        payment: 'deposit-paid',
        totalAmount: expect.any(Number),
        clientId: ann.id,
      },
    ]);
    expect(JSON.stringify(page)).not.toMatch(/Archer|Basalt|Chert|Boat house|@example/);
  });

  test('are searched by their id, parties, place, state, date and amount', async () => {
    const amount = (await site.get(`/api/v1/bookings/${bookingId}`, ann)).totalAmount;
    const date = (await site.get(`/api/v1/bookings/${bookingId}`, ann)).eventDate;
    const both = [other, bookingId];
    const cases: readonly (readonly [object, readonly string[]])[] = [
      [{ id: bookingId }, [bookingId]],
      [{ party: ann.email.toUpperCase() }, [bookingId]],
      [{ party: bea.email }, [other]],
      [{ party: ann.email.slice(1) }, []],
      [{ party: ' ánn  ARCHER' }, [bookingId]],
      [{ party: 'Bo Baker' }, [bookingId]],
      [{ party: 'Archer' }, []],
      [{ professional: 'baker' }, [bookingId]],
      [{ professional: 'nobody' }, []],
      [{ id: bookingId.replace('booking-', '') }, [bookingId]],
      [{ id: bea.id }, [other]],
      [{ id: randomUUID() }, []],
      [{ place: 'montpelier' }, [other]],
      [{ place: 'VT' }, [other]],
      // The rest of an address is masked, so it cannot be searched either.
      [{ place: 'boat HOUSE' }, []],
      [{ place: '100% Pier' }, []],
      [{ place: 'Austin' }, []],
      [{ place: '05401' }, []],
      [{ status: 'cancelled' }, [other]],
      [{ payment: 'deposit-paid' }, [bookingId]],
      [{ payment: 'unpaid' }, [other]],
      [{ payment: 'refunded' }, []],
      [{ payment: 'paid' }, []],
      [{ payment: 'overdue' }, []],
      [{ payment: 'refund-due' }, []],
      [{ flag: 'disputed' }, []],
      [{ from: date, to: date }, [bookingId]],
      [{ to: '2998-05-01' }, [other]],
      [{ minAmount: amount, maxAmount: amount }, both],
      [{ minAmount: amount + 1 }, []],
      [{ maxAmount: amount - 1 }, []],
      [{ status: 'confirmed', place: 'Montpelier' }, []],
    ];
    for (const [filter, expected] of cases) expect([filter, await search(filter)]).toEqual([filter, expected]);
    const listed = await site.get('/api/v1/staff/bookings?status=cancelled&place=montpelier', admin);
    expect(idsIn(listed)).toEqual([other]);
  });

  test('a wrong value is refused with the name of its field, and personal data in an address is not used', async () => {
    const refused = await site.request('GET', '/api/v1/staff/bookings?id=booking-1', { by: admin });
    expect(refused).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'id', message: 'Enter the id of a booking or of a person' }] },
    });
    const all = await site.get('/api/v1/staff/bookings', admin);
    expect(await site.get(`/api/v1/staff/bookings?email=${encodeURIComponent(ann.email)}`, admin)).toEqual(all);
  });

  test('a failed refund is counted once for its booking or its lead, and the figures lead to them', async () => {
    const scenario = new Scenario(site);
    const leadId = await scenario.postLead(ann);
    await scenario.unlock(bea, leadId);
    await untilCaughtUp(site.api);
    const settled = async (filter: string) =>
      (await site.get(`/api/v1/staff/events?type=PaymentSettled&${filter}`, admin)).items[0] as AuditEntry;
    const jobs = [await settled(`subject=${bookingId}`), await settled(`subject=${leadId}`)].map((event) => ({
      queue: 'payments',
      id: `${event.id}.payments.refund-charge`,
      name: 'payments.refund-charge',
      data: { stream: event.stream, version: event.version },
      attempts: 5,
      reason: 'declined',
      failedAt: event.at,
    }));
    const letters = jest.spyOn(site.api.get(DeadLetters), 'list').mockResolvedValue(jobs);
    try {
      const { bookings, leads } = await site.get('/api/v1/staff/overview', admin);
      expect([bookings.failedRefunds, leads.failedRefunds]).toEqual([1, 1]);
      expect(idsIn(await site.get('/api/v1/staff/leads?refund=failed', admin))).toEqual([leadId]);
      expect(idsIn(await site.get('/api/v1/staff/bookings?payment=refund-failed', admin))).toEqual([bookingId]);
    } finally {
      letters.mockRestore();
    }
  });

  test('late deliveries are counted, and the figure leads to those bookings', async () => {
    const late = jest.spyOn(site.api.get(GalleriesQueries, { strict: false }), 'lateBookings');
    late.mockResolvedValue([bookingId]);
    try {
      expect((await site.get('/api/v1/staff/overview', admin)).bookings.lateDeliveries).toBe(1);
      expect(idsIn(await site.get('/api/v1/staff/bookings?delivery=late', admin))).toEqual([bookingId]);
      expect(idsIn(await site.get('/api/v1/staff/bookings?delivery=late&payment=refund-failed', admin))).toEqual([]);
    } finally {
      late.mockRestore();
    }
  });

  test('staff read bookings and galleries of others only under /staff', async () => {
    const paths = ['', '/history', '/cancellation'].map((path) => `/api/v1/bookings/${bookingId}${path}`);
    for (const path of paths) {
      expect([path, (await site.request('GET', path, { by: ann })).status]).toEqual([path, 200]);
      expect([path, (await site.request('GET', path, { by: admin })).status]).toEqual([path, 404]);
    }
  });

  test('are exported as CSV or JSON without personal data, and the log records it', async () => {
    const send = (body: object, by = admin) => site.request('POST', '/api/v1/staff/bookings/export', { by, body });
    const csv = await send({ status: 'cancelled', party: bea.email });
    expect([csv.status, csv.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    const [header, row, ...rest] = csv.text.split('\r\n');
    expect(header).toMatch(/^id,status,/);
    expect([row?.startsWith(`${other},cancelled,`), rest]).toEqual([true, ['']]);
    const all = await send({}, await staff('finance'));
    expect(all.text.split('\r\n').map((each) => each.split(',')[0])).toEqual(['id', other, bookingId, '']);
    const json = await send({ format: 'json', status: 'cancelled' });
    expect([json.status, json.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    const listed = await site.get('/api/v1/staff/bookings?status=cancelled', admin);
    expect(JSON.parse(json.text)).toEqual(listed.items);
    expect(listed.items).not.toEqual([]);
    expect((await send({ format: 'xml' })).status).toBe(400);
    for (const { text } of [csv, all, json]) expect(text).not.toMatch(/Archer|Basalt|Chert|Boat house|@example/);
    expect((await send({}, await staff('support'))).status).toBe(403);

    await untilCaughtUp(site.api);
    const { items } = await site.get('/api/v1/staff/events?type=BookingsExported', admin);
    const first = await site.get(`/api/v1/staff/events/${items.at(-1).id}`, admin);
    expect(first).toMatchObject({
      actor: { id: admin.id, role: 'admin' },
      data: { format: 'csv', filters: { status: 'cancelled' }, personalFilters: ['party'] },
    });
    const last = await site.get(`/api/v1/staff/events/${items[0].id}`, admin);
    expect(last.data).toEqual({ format: 'json', filters: { status: 'cancelled' }, personalFilters: [] });
    const headers = { 'idempotency-key': randomUUID() };
    for (const _ of [1, 2])
      await site.request('POST', '/api/v1/staff/bookings/export', { by: admin, body: {}, headers });
    await untilCaughtUp(site.api);
    const repeated = await site.get('/api/v1/staff/events?type=BookingsExported', admin);
    expect(repeated.items).toHaveLength(items.length + 2);
  });

  test('are read page by page', async () => {
    const first = await site.get('/api/v1/staff/bookings?limit=1', admin);
    const second = await site.get(`/api/v1/staff/bookings?limit=1&cursor=${first.nextCursor}`, admin);
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual([other, bookingId]);
    expect(second.nextCursor).toBeNull();
  });
});

test('the log can be limited to what staff did on behalf of a person', async () => {
  const scenario = new Scenario(site);
  const cy = await site.signUp('client', 'Cy Chert');
  const id = await scenario.book(cy, bo, { eventDate: '2998-07-01' });
  const cancellation = { reason: 'Asked for by phone', refund: 'policy', onBehalfOf: 'client' };
  await site.post(`/api/v1/staff/bookings/${id}/cancel`, admin, cancellation);
  await untilCaughtUp(site.api);
  const { items }: AuditPage = await site.get(`/api/v1/staff/events?onBehalfOf=${cy.id}&module=bookings`, admin);
  expect(items).toMatchObject([{ type: 'BookingCancelled', bookingId: id, actor: { id: admin.id, role: 'admin' } }]);
});

test('the timeline of a booking has the hash of each event', async () => {
  const { items }: TimelinePage = await site.get(`/api/v1/staff/bookings/${bookingId}/timeline`, admin);
  const hashes = await site.api.get(EventStore).hashesAt(items.map(({ position }) => BigInt(position)));
  expect(items.map(({ hash }) => hash)).toEqual(hashes.map(({ hash }) => hash));
  expect(new Set(items.map(({ hash }) => hash)).size).toBe(items.length);
});

test('support reveals what a party wrote in an event after a reason, which the party can read', async () => {
  const scenario = new Scenario(site);
  const support = await staff('support');
  const id = await scenario.book(ann, bo, { eventDate: '2998-08-01' });
  await site.post(`/api/v1/bookings/${id}/cancel`, ann, { reason: 'We have moved to Boston' });
  await untilCaughtUp(site.api);
  const { items }: TimelinePage = await site.get(`/api/v1/staff/bookings/${id}/timeline`, support);
  const cancelled = items.find(({ type }) => type === 'BookingCancelled');
  expect(cancelled?.details).toContainEqual({ name: 'reason', value: '•••', masked: true });
  const reveal = async (reason: string, eventId = cancelled?.id, by = support) => {
    const { status, body } = await site.request('POST', `/api/v1/staff/events/${eventId}/reveal`, {
      by,
      body: { reason },
    });
    return [status, body?.code ?? body?.fields];
  };
  expect(await reveal('Ann Archer asks')).toEqual([409, 'event-reason-personal']);
  const message = items.find(({ type }) => type === 'NotificationSent');
  expect(await reveal('Case 4711')).toEqual([200, [{ name: 'reason', value: 'We have moved to Boston' }]]);
  expect((await reveal('Case 4711', message?.id))[0]).toBe(200);
  const [registered] = (await site.get(`/api/v1/staff/events?type=UserRegistered`, admin)).items;
  expect(await reveal('Case 4711', registered.id)).toEqual([409, 'event-not-revealable']);
  expect(await reveal('Case 4711', cancelled?.id, await staff('finance'))).toEqual([403, 'staff-not-allowed']);
  await untilCaughtUp(site.api);
  expect((await site.get('/api/v1/me/export', ann)).accesses).toContainEqual(
    expect.objectContaining({ events: 1, reason: 'Case 4711', by: { id: support.id, role: 'support' } }),
  );
});

test('the timeline of a booking has the messages about it, without their texts', async () => {
  const { id: threadId } = await site.post('/api/v1/threads', ann, { bookingId });
  await site.post(`/api/v1/threads/${threadId}/messages`, ann, { text: 'When do you arrive?' });
  await untilCaughtUp(site.api);
  const { items }: Timeline = await site.get(`/api/v1/staff/bookings/${bookingId}/timeline`, admin);
  const sent = items.find(({ type }) => type === 'MessageSent');
  expect(sent).toMatchObject({ module: 'messages', actor: { id: ann.id, kind: 'user', role: 'client' } });
  expect(sent?.details).toContainEqual({ name: 'text', value: '•••', masked: true });
  expect(items.map(({ type }) => type)).toContain('ThreadOpened');
});

describe('the timeline of a booking that was made from a lead', () => {
  const timelineOf = async (id: string): Promise<readonly TimelineEntry[]> => {
    await untilCaughtUp(site.api);
    return (await site.get(`/api/v1/staff/bookings/${id}/timeline`, admin)).items;
  };
  let scenario: Scenario;
  let leadId: string;
  /** A professional who unlocked the lead, too. */
  let other: string;
  let first: string;
  let second: string;
  let threadId: string;

  beforeAll(async () => {
    scenario = new Scenario(site);
    leadId = await scenario.postLead(ann);
    await scenario.unlock(bo, leadId);
    const di = await site.signUp('creator', 'Di Drake');
    await scenario.unlock(di, leadId);
    other = di.id;
    first = await scenario.book(bo, bo, { leadId, eventDate: '2998-05-01' });
    ({ id: threadId } = await site.post('/api/v1/threads', ann, { bookingId: first }));
    await site.post(`/api/v1/threads/${threadId}/messages`, ann, { text: 'When do you arrive?' });
    await site.post(`/api/v1/bookings/${first}/cancel`, bo, { reason: 'Another date' });
    second = await scenario.book(bo, bo, { leadId, eventDate: '2998-05-02' });
    await site.post('/api/v1/threads', ann, { bookingId: second });
  });

  test('has the events of the lead, but not those of other buyers', async () => {
    const ofLead = (await timelineOf(first)).filter(({ stream }) => stream.startsWith('lead-'));
    expect(ofLead.map(({ type }) => type)).toEqual(expect.arrayContaining(['LeadPosted', 'LeadPurchased']));
    expect(ofLead.filter(({ type }) => type === 'LeadPurchased')).toHaveLength(1);
    expect(JSON.stringify(await timelineOf(first))).not.toContain(other);
  });

  test('keeps its conversation when that continues for another booking', async () => {
    expect((await timelineOf(first)).map(({ type }) => type)).toContain('MessageSent');
  });

  test('shows what the booking led to, whatever the length of the conversation, and earlier events page by page', async () => {
    const before = await timelineOf(second);
    const reads = 600;
    const version = (await site.logged()).filter(({ stream }) => stream === threadId).length;
    const origin = originOf({ id: ann.id, kind: 'user', role: 'client' });
    await site.api.get(Context).run(origin, () =>
      site.api.get(EventStore).append(
        threadId,
        version,
        Array.from({ length: reads }, (_, i) => ({ type: 'ThreadRead', data: { personId: ann.id, upTo: i } })),
      ),
    );
    await untilCaughtUp(site.api);
    const path = `/api/v1/staff/bookings/${second}/timeline`;
    const page: TimelinePage = await site.get(path, admin);
    const ids = page.items.map(({ id }) => id);
    const own = before.filter(({ stream }) => stream === second).map(({ id }) => id);
    const results = before.filter(({ causation }) => own.includes(causation)).map(({ id }) => id);
    expect(results).not.toEqual([]);
    expect(ids).toEqual(expect.arrayContaining([...own, ...results]));
    expect(ids.length).toBeLessThanOrEqual(500);
    const found = new Set(ids);
    for (let { nextCursor } = page; nextCursor !== null; ) {
      const next: TimelinePage = await site.get(`${path}?cursor=${nextCursor}`, admin);
      for (const { id } of next.items) found.add(id);
      ({ nextCursor } = next);
    }
    expect([...found]).toEqual(expect.arrayContaining(before.map(({ id }) => id)));
    const all = (await site.logged()).filter(({ type, stream }) => type === 'ThreadRead' && stream === threadId);
    expect(all.filter(({ id }) => !found.has(id))).toEqual([]);
    const { body } = await site.request('POST', `/api/v1/staff/bookings/${second}/evidence`, {
      by: admin,
      body: { reason: 'chargeback 4711' },
    });
    expect(body.complete).toBe(true);
    expect(body.items.length).toBe(found.size);
  });

  test('the timeline of the booked lead has the purchases of all its buyers', async () => {
    await site.post(`/api/v1/bookings/${second}/confirm`, ann);
    const ofLead = await eventually(async () => {
      const { items }: Timeline = await site.get(`/api/v1/staff/leads/${leadId}/timeline`, admin);
      return items.some(({ type }) => type === 'LeadBooked') && items;
    });
    const purchases = ofLead.filter(({ type }) => type === 'LeadPurchased');
    const buyers = purchases.map(({ details }) => details.find(({ name }) => name === 'buyerId')?.value);
    expect(buyers).toEqual([bo.id, other]);
  });
});

describe('the leads', () => {
  let leadId: string;
  beforeAll(async () => {
    const scenario = new Scenario(site);
    leadId = await scenario.postLead(ann);
    await scenario.unlock(bo, leadId);
    await untilCaughtUp(site.api);
  });
  const list = (query: object): Promise<StaffLeadsPage> =>
    site.get(`/api/v1/staff/leads?${new URLSearchParams({ ...query })}`, admin);
  const act = (action: string) =>
    site.request('POST', `/api/v1/staff/leads/${leadId}/${action}`, { by: admin, body: { reason: 'To be examined' } });

  test('are found by their id, their client and their state, without the texts of the client', async () => {
    const found = { id: leadId, clientId: ann.id, status: 'active', buyers: 1 };
    expect((await list({})).items[0]).toMatchObject(found);
    expect((await list({ id: leadId })).items).toEqual([expect.objectContaining(found)]);
    expect((await list({ id: ann.id, status: 'active' })).items.map(({ id }) => id)).toContain(leadId);
    expect((await list({ id: bo.id })).items).toEqual([]);
    expect((await list({ status: 'expired' })).items).toEqual([]);
    expect(Object.keys((await list({})).items[0] ?? {})).not.toContain('eventName');
    const { status, body } = await site.request('GET', '/api/v1/staff/leads?id=lead', { by: admin });
    expect([status, body.issues[0]]).toMatchObject([400, { path: 'id' }]);
  });

  test('are shown with who unlocked them, when and for how much, and what staff did', async () => {
    expect((await act('hold')).status).toBe(204);
    expect((await list({ status: 'held' })).items.map(({ id }) => id)).toEqual([leadId]);
    expect((await site.get('/api/v1/staff/overview', admin)).leads.held).toBe(1);
    expect((await act('release')).status).toBe(204);
    const { items, complete }: Timeline = await site.get(`/api/v1/staff/leads/${leadId}/timeline`, admin);
    expect(complete).toBe(true);
    expect(items.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['LeadPosted', 'PaymentSettled', 'LeadPurchased', 'LeadHeld', 'LeadReleased']),
    );
    const purchase = items.find(({ type }) => type === 'LeadPurchased');
    expect(Date.parse(purchase?.at ?? '')).not.toBeNaN();
    expect(purchase?.details).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'buyerId', value: bo.id }),
        expect.objectContaining({ name: 'amount', value: expect.stringMatching(/^[1-9]\d*$/) }),
      ]),
    );
    expect(items.every((entry) => entry.leadId === null || entry.leadId === leadId)).toBe(true);
    expect(items.every((entry) => entry.bookingId === null)).toBe(true);
    const missing = await site.request('GET', `/api/v1/staff/leads/lead-${randomUUID()}/timeline`, { by: admin });
    expect([missing.status, missing.body.code]).toEqual([404, 'lead-not-found']);
  });
});

test('finance opens the evidence of a booking with the hash of each event, after the log has recorded it', async () => {
  const finance = await staff('finance');
  const open = (reason: string, id = bookingId) =>
    site.request('POST', `/api/v1/staff/bookings/${id}/evidence`, { by: finance, body: { reason } });
  const missing = await open('chargeback', `booking-${randomUUID()}`);
  expect([missing.status, missing.body.code]).toEqual([404, 'booking-not-found']);
  expect((await open('Ann Archer asks')).body.code).toBe('booking-reason-personal');
  const { status, body } = await open('chargeback 4711');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    booking: { id: bookingId, status: 'confirmed', payment: 'deposit-paid' },
    client: { id: ann.id, name: 'Ann Archer', email: ann.email },
    professional: { id: bo.id, name: 'Bo Baker', email: bo.email },
    complete: true,
  });
  const stored = new Map<bigint, string>();
  for await (const page of site.api.get(EventStore).hashesAfter(0n))
    for (const { position, hash } of page) stored.set(position, hash);
  const items: readonly { position: number; hash: string; type: string }[] = body.items;
  expect(items.map(({ hash }) => hash)).toEqual(items.map(({ position }) => stored.get(BigInt(position))));
  expect(items.map(({ type }) => type)).toEqual(expect.arrayContaining(['PaymentSettled', 'NotificationSent']));
  await untilCaughtUp(site.api);
  for (const { id } of [ann, bo])
    expect((await site.get(`/api/v1/staff/people/${id}`, admin)).accesses).toContainEqual(
      expect.objectContaining({
        fields: ['name', 'email'],
        reason: 'chargeback 4711',
        by: { id: finance.id, role: 'finance' },
      }),
    );
});

test('support sees the gallery of a booking, drafts included, after the log has recorded it', async () => {
  const support = await staff('support');
  const open = (reason: string, id = bookingId, by = support) =>
    site.request('POST', `/api/v1/staff/bookings/${id}/gallery`, { by, body: { reason } });
  expect((await open('a complaint', `booking-${randomUUID()}`)).body.code).toBe('booking-not-found');
  const without = await open('a complaint');
  expect([without.status, without.body.code]).toEqual([404, 'gallery-not-found']);

  const scenario = new Scenario(site);
  const cleo = await site.signUp('creator', 'Cleo Clay');
  await scenario.offer(cleo);
  const gallery = await scenario.gallery(ann, cleo, 'draft');
  const { bookingId: booking } = await site.get(`/api/v1/galleries/${gallery.id}`, cleo);
  const share = { label: 'Grandparents', access: 'view', password: 'orchard' };
  await site.request('POST', `/api/v1/galleries/${gallery.id}/shares`, { by: cleo, body: share });
  // The hash of the PIN is one of its personal fields, and staff must not see it.
  await untilCaughtUp(site.api);
  const [shared] = (await site.get('/api/v1/staff/events?type=GalleryShareCreated', admin)).items;
  const revealing = await site.request('POST', `/api/v1/staff/events/${shared.id}/reveal`, {
    by: admin,
    body: { reason: 'Case 4711' },
  });
  expect([revealing.status, revealing.body.code]).toEqual([409, 'event-not-revealable']);
  expect((await open('Ann Archer complains', booking)).body.code).toBe('booking-reason-personal');
  expect((await open('a complaint', booking, await staff('finance'))).status).toBe(403);
  const { status, body } = await open('a complaint', booking);
  expect(status).toBe(200);
  expect(body).toMatchObject({ id: gallery.id, status: 'draft', version: 0, itemCount: 1 });
  const [item, ...others] = itemsOf(body);
  expect(others).toEqual([]);
  expect(item).toMatchObject({ id: gallery.itemId, state: 'ready', sha256: null, previews: expect.anything() });
  expect(body.links).toEqual([
    {
      id: expect.stringMatching(/^gallery-share-/),
      access: 'view',
      hasPassword: true,
      hasPin: false,
      expiresAt: null,
      revokedAt: null,
      createdAt: expect.any(String),
      visits: [],
    },
  ]);
  expect(body.nextCursor).toBeNull();
  const { status: of, dueDate, itemCount } = body;
  const found = await site.request('GET', `/api/v1/staff/bookings/${booking}/gallery`, { by: await staff('finance') });
  expect(found).toMatchObject({ status: 200, body: { status: of, dueDate, itemCount, deliveryDate: null } });
  expect(JSON.stringify(found.body)).not.toMatch(/Archer|Clay|name/i);
  const preview = await fetch(site.url + item?.previews?.large);
  expect([preview.status, preview.headers.get('content-type')]).toEqual([200, 'image/webp']);
  await untilCaughtUp(site.api);
  for (const { id } of [ann, cleo])
    expect((await site.get(`/api/v1/staff/people/${id}`, admin)).accesses).toContainEqual(
      expect.objectContaining({
        fields: ['name', 'gallery'],
        reason: 'a complaint',
        by: { id: support.id, role: 'support' },
      }),
    );
});

test('support reads a gallery page by page, each after a reason', async () => {
  const scenario = new Scenario(site);
  const cleo = await site.signUp('creator', 'Cleo Clay');
  await scenario.offer(cleo);
  const gallery = await scenario.gallery(ann, cleo, 'draft');
  const second = await scenario.galleryItem(cleo, gallery.id);
  const { bookingId: booking } = await site.get(`/api/v1/galleries/${gallery.id}`, cleo);
  const support = await staff('support');
  const open = async (query: string, reason = 'a complaint') =>
    site.request('POST', `/api/v1/staff/bookings/${booking}/gallery?${query}`, { by: support, body: { reason } });
  const { body: first } = await open('limit=1');
  const { body: rest } = await open(`limit=1&cursor=${first.nextCursor}`);
  expect([first, rest].map(({ items }) => items.map((item: { id: string }) => item.id))).toEqual([
    [gallery.itemId],
    [second],
  ]);
  expect(rest.nextCursor).toBeNull();
  for (const [query, reason] of [['cursor=nowhere'], ['limit=0'], ['limit=1001'], ['limit=1', ' ']] as const)
    expect((await open(query, reason)).status).toBe(400);
});

test.each(['identity', 'gzip'])(
  'an export that breaks off is logged once, with the id of its request: %s',
  async (encoding) => {
    const { token } = await staff('finance');
    const queries = site.api.get(StaffBookingsQueries, { strict: false });
    const page = await queries.search({}, 1);
    const reading = jest.spyOn(queries, 'search').mockResolvedValueOnce({ ...page, nextCursor: 'next' });
    reading.mockRejectedValueOnce(new Error('The table is gone'));
    const log = captureLog('error');
    const id = randomUUID();
    const exporting = fetch(`${site.url}/api/v1/staff/bookings/export`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'accept-encoding': encoding,
        'x-request-id': id,
      },
      body: '{}',
    });
    const received = await exporting.then((response) => response.text()).catch(() => 'broken off');
    log.stop();
    reading.mockRestore();
    expect(received).toBe('broken off');
    expect(log.lines).toEqual([expect.stringMatching(`^request ${id}: Error: The table is gone\n`)]);
  },
);

test('staff with two roles have the rights of both, and the log has the role that allowed each action', async () => {
  const leadId = await new Scenario(site).postLead(ann);
  await new Scenario(site).unlock(bo, leadId);
  const colleague = await staff('support', 'finance');
  const act = async (path: string) =>
    (
      await site.request('POST', `/api/v1/staff/leads/${leadId}/${path}`, {
        by: colleague,
        body: { reason: 'It is a test' },
      })
    ).status;
  expect(await act(`purchases/${bo.id}/refund`)).toBe(204);
  expect(await act('hold')).toBe(204);
  const { items } = await site.get(`/api/v1/staff/leads/${leadId}/timeline`, colleague);
  const actorOf = (type: string) => items.find((entry: { type: string }) => entry.type === type)?.actor;
  expect(actorOf('LeadPurchaseCancelled')).toEqual({ id: colleague.id, kind: 'staff', role: 'finance' });
  expect(actorOf('LeadHeld')).toEqual({ id: colleague.id, kind: 'staff', role: 'support' });
  // Each event records only the role that allowed the action, not the other roles of its actor.
  const fields = new Set((await site.logged()).flatMap(({ by }) => Object.keys(by)));
  expect(fields).toEqual(new Set(['id', 'kind', 'role']));
});

test('staff read what a buyer wrote in a request for a refund after a reason, which the buyer can read', async () => {
  const scenario = new Scenario(site);
  const finance = await staff('finance');
  const bea = await site.signUp('vendor', 'Bea Barnes');
  await scenario.offer(bea);
  const leadId = await scenario.postLead(ann);
  await scenario.unlock(bea, leadId);
  const text = 'The number belongs to a bakery';
  await site.post(`/api/v1/leads/${leadId}/refund-request`, bea, { cause: 'other', text });
  await untilCaughtUp(site.api);
  const { items }: StaffRefundRequestsPage = await site.get('/api/v1/staff/refund-requests', finance);
  const request = items.find((item) => item.leadId === leadId);
  expect(request).toMatchObject({ buyerId: bea.id, hasText: true });
  expect(JSON.stringify(items)).not.toContain('bakery');
  const reveal = (reason: string) =>
    site.request('POST', '/api/v1/staff/refund-requests/reveal', { by: finance, body: { ids: [request?.id], reason } });
  expect((await reveal('Ann Archer asks')).body.code).toBe('refund-request-reason-personal');
  expect((await reveal('daily work')).body).toEqual({ items: [{ id: request?.id, text }] });
  await untilCaughtUp(site.api);
  expect((await site.get('/api/v1/me/export', bea)).accesses).toContainEqual(
    expect.objectContaining({ fields: ['refundRequest'], reason: 'daily work' }),
  );
});

test('finance refunds the purchase of a lead, and both parties read why', async () => {
  const scenario = new Scenario(site);
  const finance = await staff('finance');
  const leadId = await scenario.postLead(ann);
  await scenario.unlock(bo, leadId);
  const refund = (reason: string) =>
    site.request('POST', `/api/v1/staff/leads/${leadId}/purchases/${bo.id}/refund`, { by: finance, body: { reason } });
  expect((await refund('Ann Archer never answers')).body.code).toBe('lead-reason-personal');
  expect((await refund('The number does not work')).status).toBe(204);
  expect((await refund('Asked again')).body.code).toBe('lead-purchase-not-found');
  expect(await site.get(`/api/v1/leads/${leadId}`, bo)).toMatchObject({ unlocked: false, buyers: 0 });
  const timeline = (): Promise<Timeline> => site.get(`/api/v1/staff/leads/${leadId}/timeline`, finance);
  await eventually(async () => (await timeline()).items.some(({ type }) => type === 'PaymentRefunded'));
  expect((await timeline()).items).toContainEqual(
    expect.objectContaining({
      type: 'LeadPurchaseCancelled',
      actor: { id: finance.id, kind: 'staff', role: 'finance' },
      reason: 'The number does not work',
    }),
  );
  for (const party of [ann, bo])
    await eventually(async () => {
      const { items } = await site.get('/api/v1/notifications', party);
      return items.some(
        ({ title, text }: { title: string; text: string }) =>
          title.startsWith('Festoon staff cancelled') && text.endsWith('Reason: The number does not work'),
      );
    });
});

test('no response to staff has a personal value that was not revealed', async () => {
  const canaries = ['Quillon', 'Zephyrine', 'quillon', '5550100777', 'Nightjar', 'Peregrine'];
  const scenario = new Scenario(site);
  const cal = await site.signUp('client', 'Zephyrine Quillon');
  const name = { first_name: 'Zephyrine', last_name: 'Quillon', phone: '5550100777' };
  await site.request('PUT', '/auth/v1/user', { by: cal, body: { data: name } });
  const id = await scenario.book(cal, bo, {
    eventDate: '2998-07-01',
    eventName: 'Nightjar wedding',
    eventLocation: '7 Peregrine Lane, Austin, TX',
    eventDescription: 'Peregrine Nightjar',
  });
  const leadId = await scenario.postLead(cal, { eventName: 'Nightjar', description: 'Peregrine '.repeat(10) });
  await scenario.site.post(`/api/v1/bookings/${id}/confirm`, bo, {});
  await scenario.payFor(cal, id, 'deposit');
  await site.post(`/api/v1/bookings/${id}/dispute`, cal, { reason: 'The music stopped at ten.' });
  const { id: threadId } = await site.post('/api/v1/threads', cal, { bookingId: id });
  await site.post(`/api/v1/threads/${threadId}/messages`, cal, { text: 'Nightjar Peregrine' });
  await site.post(`/api/v1/threads/${threadId}/report`, bo, { reason: 'Asks for money elsewhere' });
  await site.request('POST', '/functions/v1/recommend-vendors', { by: cal, body: { eventIdea: 'Peregrine Nightjar' } });
  await untilCaughtUp(site.api);

  const { items } = await site.get('/api/v1/staff/events?limit=100', admin);
  const paths = [
    ...[
      'overview',
      'reports',
      'conversations',
      'bookings',
      'events?limit=100',
      `events?subject=${leadId}`,
      `people/${cal.id}`,
    ],
    `bookings/${id}/timeline`,
    `bookings/${id}/versions`,
    ...items.slice(0, 10).map((event: AuditEntry) => `events/${event.id}/chain`),
    'leads',
    `leads/${leadId}/timeline`,
    ...items.map((event: AuditEntry) => `events/${event.id}`),
  ];
  const responses = await Promise.all(paths.map((path) => site.request('GET', `/api/v1/staff/${path}`, { by: admin })));
  responses.push(
    await site.request('POST', '/api/v1/staff/people/search', { by: admin, body: { text: cal.email } }),
    await site.request('POST', '/api/v1/staff/bookings/search', { by: admin, body: { party: cal.email } }),
  );
  expect(items.length).toBeGreaterThan(20);
  for (const { status, text } of responses) {
    expect(status).toBe(200);
    for (const canary of [...canaries, cal.email]) expect(text).not.toContain(canary);
  }
});
