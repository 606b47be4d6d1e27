// The routes of the back office over HTTP, on a long log: the first page of every list, with each of its filters, and
// whole timelines.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import {
  type AuditEntry,
  type AuditPage,
  pendingStates,
  type StaffBookingsPage,
  type Timeline,
} from '#backoffice/contract';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { Database } from '#platform/postgres';
import { Projector } from '#platform/projections';
import { writeHistory } from './history.ts';
import { formatLoadResult, oneByOne, type Target } from './http-load.ts';
import { type Product, withProduct } from './product.ts';
import { apiOn, withPostgres } from './setup.ts';
import { printResult } from './statistics.ts';

const events = Number(process.env.BENCH_EVENTS ?? 200_000);
const requests = Number(process.env.BENCH_REQUESTS ?? 40);

/** The goals for each kind of request, in milliseconds. */
const goals = { page: 150, log: 100, timeline: 50 } as const;
/** What is requested: the route as in the API's description, an address that it stands for, and its goal. */
type Measured = {
  readonly route: string;
  readonly path?: string;
  readonly body?: object;
  readonly goal?: keyof typeof goals;
};

/** Lets the reactions see the empty log, so that those that catch up with earlier events have nothing to do later. */
const startReactions = async (url: string, owner: Client): Promise<void> =>
  withProduct(url, async () => {
    const haveCaughtUp = async () =>
      (await owner.query('select 1 from followers.caught_up_reactions limit 1')).rows.length > 0;
    while (!(await haveCaughtUp())) await sleep(100);
  });

/** Writes the log and folds it into the read tables. Reactions start after it, so that it sends no mails. */
const writeLog = async (url: string): Promise<void> => {
  const api = await apiOn(url);
  await api.init();
  try {
    const startedAt = performance.now();
    const written = await writeHistory(api.get(EventStore), api.get(Context), events);
    const head = await api.get(EventStore).head();
    await api
      .get(Database)
      .query(
        `insert into followers.checkpoints (name, position) values ('reactor', $1) on conflict (name) do update set position = $1`,
        [head],
      );
    const projector = api.get(Projector);
    await projector.rebuild(projector.names);
    console.log(`${written} events written and folded in ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`);
  } finally {
    await api.close();
  }
};

/** Pages without a filter. */
const plainPages = [
  'overview',
  'projections',
  'jobs',
  'integrity',
  'integrity/checkpoints',
  'payouts',
  'payouts/negative-balances',
  'refund-requests',
  'reviews',
  'reports',
  'conversations',
];

/** The people, bookings and events that the measured requests are about. */
type Subjects = {
  readonly personId: string;
  readonly creatorId: string;
  readonly bookingId: string;
  readonly leadId: string;
  readonly event: AuditEntry;
  readonly email: string;
};

const measuredOf = (found: Subjects): readonly Measured[] => {
  const { personId, creatorId, bookingId, leadId, event, email } = found;
  const [log, bookings, leads] = ['/staff/events', '/staff/bookings', '/staff/leads'].map(
    (path) => `GET /api/v1${path}`,
  ) as [string, string, string];
  const search = 'POST /api/v1/staff/bookings/search';
  const { position, request, correlation, causation, stream, at } = event;
  const logFilters = [
    '',
    `subject=${bookingId}`,
    `subject=${leadId}`,
    `stream=${stream}`,
    'type=BookingRequested',
    'type=BookingsExported',
    'module=payments',
    'module=backoffice',
    'actor=worker',
    `actor=${personId}`,
    'kind=user',
    'kind=staff',
    'kind=system',
    'source=web',
    'source=cli',
    'role=client',
    'role=support',
    `onBehalfOf=${personId}`,
    `request=${request}`,
    `correlation=${correlation}`,
    `causation=${causation}`,
    `position=${position}`,
    `until=${at}`,
    `from=${at}`,
    'type=BookingPaid&kind=worker&source=worker',
    'module=bookings&kind=staff',
    'type=UserRegistered&kind=staff&source=cli',
  ];
  const bookingFilters = [
    '',
    `id=${bookingId}`,
    `id=${creatorId}`,
    'place=Burlington',
    'place=Austin',
    'status=pending',
    'status=confirmed',
    'payment=refund-due',
    'payment=overdue',
    'payment=paid',
    'payment=deposit-paid',
    'payment=unpaid',
    'payment=refund-failed',
    'delivery=late',
    'flag=disputed',
    'from=2030-01-01',
    'from=2026-06-01&to=2026-06-30',
    'minAmount=100000&maxAmount=200000',
    'minAmount=90000000',
    'status=pending&payment=overdue',
  ];
  const leadFilters = ['', `id=${leadId}`, `id=${personId}`, 'status=active', 'status=held', 'status=removed'];
  const filtered = (route: string, filters: readonly string[], goal?: keyof typeof goals): readonly Measured[] =>
    filters.map((filter) => ({ route, path: `${pathOf(route)}${filter && `?${filter}`}`, ...(goal && { goal }) }));
  const about = (route: string, id: string, goal?: keyof typeof goals): Measured => ({
    route,
    path: pathOf(route).replace('{id}', id),
    ...(goal && { goal }),
  });
  return [
    ...plainPages.map((name) => ({ route: `GET /api/v1/staff/${name}` })),
    ...filtered(
      'GET /api/v1/staff/jobs/pending',
      pendingStates.map((state) => `queue=default&state=${state}`),
    ),
    ...filtered(log, logFilters, 'log'),
    about('GET /api/v1/staff/events/{id}', event.id),
    about('GET /api/v1/staff/events/{id}/chain', event.id),
    ...filtered(bookings, bookingFilters),
    { route: search, body: { party: email } },
    { route: search, body: { party: 'Ann Archer' } },
    { route: search, body: { professional: 'Nobody' } },
    { route: search, body: { professional: 'Archer' } },
    about('GET /api/v1/staff/bookings/{id}/timeline', bookingId, 'timeline'),
    about('GET /api/v1/staff/bookings/{id}/versions', bookingId),
    about('GET /api/v1/staff/bookings/{id}/actions', bookingId),
    about('GET /api/v1/staff/bookings/{id}/gallery', bookingId),
    ...filtered(leads, leadFilters),
    about('GET /api/v1/staff/leads/{id}/timeline', leadId, 'timeline'),
    about('GET /api/v1/staff/people/{id}', personId),
    about('GET /api/v1/staff/people/{id}', creatorId),
    ...[email, creatorId, 'Archer'].map((text) => ({ route: 'POST /api/v1/staff/people/search', body: { text } })),
  ];
};

/** The fields of /proc/PID/stat after the name of the process, which is in parentheses. */
const statOf = (pid: number): readonly number[] => {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
};

/**
 * The CPU time that a process and its child processes have used, in milliseconds. Unlike response times, it does not
 * depend on other work on the machine. It is read from /proc, so it needs Linux.
 */
const cpuWithChildren = (pid: number): number => {
  try {
    const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = statOf(pid).slice(11, 15);
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    const ofChildren = children ? children.split(' ').map((child) => cpuWithChildren(Number(child))) : [];
    return (user + system + childrenUser + childrenSystem) * 10 + ofChildren.reduce((sum, each) => sum + each, 0);
  } catch {
    // The process has ended.
    return 0;
  }
};

/** The postmaster, which starts one process for each connection. */
const postgresPid = async (owner: Client): Promise<number> => {
  const { rows } = await owner.query<{ pid: number }>('select pg_backend_pid() as pid');
  return statOf(rows[0]?.pid ?? 0)[1] ?? 0;
};

const pathOf = (route: string): string => route.slice(route.indexOf('/'));

class Staff {
  readonly #url: string;
  readonly token: string;

  private constructor(url: string, token: string) {
    this.#url = url;
    this.token = token;
  }

  /** A new administrator, who has given a second factor. */
  static async signUp({ url, call }: Product, owner: Client): Promise<Staff> {
    const email = 'staff@bench.example';
    const data = { first_name: 'Sue', last_name: 'Staff', role: 'client', phone: '+1 512 555 0102' };
    const response = await fetch(`${url}/auth/v1/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: 'Sunflower-7-grows', data }),
    });
    const { access_token: token } = (await response.json()) as { access_token: string };
    await call('staff', 'grant', email, 'admin');
    await owner.query("update identity.sessions set aal = 'aal2'");
    return new Staff(url, token);
  }

  async get<T>(path: string): Promise<T> {
    const response = await fetch(`${this.#url}${path}`, { headers: { authorization: `Bearer ${this.token}` } });
    if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  }

  /** What the requests are about: the booking with the longest timeline among the completed ones. */
  async subjects(): Promise<Subjects> {
    const { items } = await this.get<StaffBookingsPage>('/api/v1/staff/bookings?status=completed&limit=20');
    const lengths: number[] = [];
    for (const { id } of items)
      lengths.push((await this.get<Timeline>(`/api/v1/staff/bookings/${id}/timeline`)).items.length);
    const booking = items[lengths.indexOf(Math.max(...lengths))];
    const event = await this.#newest('BookingCompleted');
    const { leadId } = await this.#newest('LeadPosted');
    if (!(booking && leadId)) throw new Error('The log has no booking');
    console.log(`The measured timeline of a booking has ${Math.max(...lengths)} events`);
    const { id: bookingId, clientId: personId, creator } = booking;
    return { personId, creatorId: creator.id, bookingId, leadId, event, email: `${personId}@bench.example` };
  }

  async #newest(type: string): Promise<AuditEntry> {
    const { items } = await this.get<AuditPage>(`/api/v1/staff/events?type=${type}&limit=1`);
    if (!items[0]) throw new Error(`The log has no ${type}`);
    return items[0];
  }
}

/** Throws if a list or a page of the back office is not measured. */
const requireAllMeasured = async (url: string, measured: readonly Measured[]): Promise<void> => {
  const { paths } = (await (await fetch(`${url}/api/openapi.json`)).json()) as { paths: Record<string, object> };
  const reads = Object.entries(paths).flatMap(([path, methods]) =>
    path.startsWith('/api/v1/staff') && 'get' in methods ? [`GET ${path}`] : [],
  );
  const missing = reads.filter((read) => !measured.some(({ route }) => route === read));
  if (missing.length > 0) throw new Error(`Not measured: ${missing.join(', ')}`);
};

const measure = async (product: Product, owner: Client): Promise<void> => {
  const { url } = product;
  const staff = await Staff.signUp(product, owner);
  const measured = measuredOf(await staff.subjects());
  await requireAllMeasured(url, measured);
  const pids = [product.pid, await postgresPid(owner)];
  const cpu = () => pids.reduce((sum, pid) => sum + cpuWithChildren(pid), 0);
  const missed: string[] = [];
  let worst = 0;
  console.log(
    formatLoadResult(
      'a response without data'.padEnd(54),
      await oneByOne({ urlOf: () => `${url}/health/live` }, requests),
    ),
  );
  for (const { route, path = pathOf(route), body, goal = 'page' } of measured) {
    const method = route.startsWith('POST') ? 'POST' : 'GET';
    const target: Target = { method, token: staff.token, urlOf: () => `${url}${path}`, ...(body && { body }) };
    await oneByOne(target, 3);
    const cpuBefore = cpu();
    const result = await oneByOne(target, requests);
    const used = (cpu() - cpuBefore) / requests;
    const name = `${path.replace('/api/v1/staff/', '').replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '…')}${body ? ` ${Object.keys(body)}` : ''}`;
    console.log(`${formatLoadResult(name.padEnd(54), result)}   ${used.toFixed(1).padStart(6)} ms of CPU`);
    worst = Math.max(worst, result.p50 / goals[goal]);
    if (result.failed > 0 || result.p99 > goals[goal]) missed.push(name);
  }
  const verdict = missed.length === 0 ? 'reached' : `missed by ${missed.join(', ')}`;
  console.log(
    `Goals for the slowest of ${requests}: page ${goals.page} ms, log ${goals.log} ms, timeline ${goals.timeline} ms: ${verdict}`,
  );
  printResult('staff', 1, worst);
};

export const staff = (): Promise<void> =>
  withPostgres(async (url) => {
    const owner = new Client({ connectionString: url });
    await owner.connect();
    try {
      await startReactions(url, owner);
      await writeLog(url);
      await owner.query('vacuum analyze');
      await withProduct(url, (product) => measure(product, owner));
    } finally {
      await owner.end();
    }
  });
