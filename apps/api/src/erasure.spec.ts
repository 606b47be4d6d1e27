import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { z } from 'zod';
import { type AuditEntry, pendingStates } from '#backoffice/contract';
import type { StaffRole } from '#identity';
import { gotrueBodies } from '#identity/testing';
import { queueNames } from '#platform/jobs';
import { Storage } from '#platform/storage';
import { eventually, everyRow, testConfig, untilCaughtUp, uploadHeaders } from '#platform/testing';
import { type ApiResponse, type Person, password, Site } from './api.suite.ts';
import {
  actorsAllowedAt,
  creatingRoutes,
  bodies as declaredBodies,
  fields,
  revealing,
  routes,
} from './authorization.matrix.ts';
import { Canaries, listen } from './logs.suite.ts';
import { leadPost, onboarding, pictureFile } from './samples.suite.ts';
import { Scenario } from './scenario.suite.ts';
import {
  describesAll,
  resolveReferences,
  type Schema,
  type TextField,
  textFieldsOf,
  textWith,
  withValue,
} from './text-fields.suite.ts';

/**
 * Writes a unique word into every text field of every route, erases the writers, and searches all tables and the
 * process log for the words. The fields come from the schemas, so that a new field cannot be forgotten.
 */
const canaries = new Canaries();
let site: Site;
let scenario: Scenario;
let owner: Client;
let log: ReturnType<typeof listen>;
let stop: () => Promise<void>;
/** Each route that takes a body, with its text fields. */
const bodies = new Map<string, readonly TextField[]>();
/** Routes of other protocols without a schema, and routes of the API whose schema accepts more than it describes. */
const withoutSchema: string[] = [];
const withOpenSchema: string[] = [];
const sentFields = new Set<string>();

const text = z.string().nullish();
/** The bodies of the routes under /auth/v1, which follow GoTrue and are not in the OpenAPI document. */
const authBodies: Readonly<Record<string, z.ZodType>> = {
  'POST /auth/v1/signup': gotrueBodies.signUpBody,
  'POST /auth/v1/token': gotrueBodies.signInBody
    .extend(gotrueBodies.refreshBody.shape)
    .extend(gotrueBodies.pkceBody.shape)
    .extend({ id_token: text, access_token: text, nonce: text, provider: text, client_id: text, issuer: text }),
  'PUT /auth/v1/user': gotrueBodies.userBody,
  'POST /auth/v1/recover': gotrueBodies.recoverBody,
  'POST /auth/v1/resend': gotrueBodies.resendBody,
  'POST /auth/v1/otp': gotrueBodies.otpBody,
  'POST /auth/v1/magiclink': gotrueBodies.otpBody,
  'POST /auth/v1/verify': gotrueBodies.verifyBody,
  'POST /auth/v1/factors': z.object({ factor_type: text, friendly_name: text, issuer: text }),
  'POST /auth/v1/factors/{id}/verify': z.object({ challenge_id: text, code: text }),
};
/** Routes of other protocols, whose bodies have no schema and contain no text. */
const withoutText = [
  // Takes a header only.
  'POST /unsubscribe/{token}',
  // Uploads carry bytes; what they say about the file is in a header.
  'POST /storage/v1/upload/resumable',
  'PATCH /storage/v1/upload/resumable/{id}',
  'POST /auth/v1/logout',
  'POST /auth/v1/factors/{id}/challenge',
  // Receives a provider's form and turns it into a redirect.
  'POST /auth/v1/callback',
  // Returns 404 for every path that is not listed above.
  'POST /auth/v1/{path}',
  'PUT /auth/v1/{path}',
  'PATCH /auth/v1/{path}',
  'POST /sandbox/checkout/{id}/{action}',
];

/** Fields that are not free text although their schema is a string. Each is refused with a canary in it. */
const lists: Readonly<Record<string, string>> = {
  'POST /api/v1/profile/onboarding state': 'must be a region of the country',
  'PUT /api/v1/profile/location state': 'must be a region of the country',
  'PUT /api/v1/leads/{id} locationState': 'must be a region of one of the countries',
  'POST /api/v1/leads locationState': 'must be a region of one of the countries',
  'POST /api/v1/galleries/{id}/shares pin': 'has digits only',
  'PATCH /api/v1/galleries/{id}/items itemIds.0': 'is an id',
  'PATCH /api/v1/galleries/{id}/order items.0.itemId': 'is an id',
};
/** The places where a canary may remain after the erasure, each with the reason. */
const allowedRemainders: readonly { readonly field: RegExp; readonly place: RegExp; readonly reason: string }[] = [
  {
    field: /^POST \/api\/v1\/not-found (path|referrer)$/,
    place: /^process log/,
    reason:
      'operators need the address of a missing page; the line names no person, and addresses and tokens are removed',
  },
  {
    field: /^(reason of staff|POST \/api\/v1\/staff\/(bookings|reports|people|conversations|payouts|leads)\S* reason)$/,
    place: /^(log\.events|read\.(booking_history|accesses)_v\d+) /,
    reason:
      'the audit trail and the history keep why staff acted for others; a reason that identifies a party is refused',
  },
];

type Operation = { requestBody?: { content: { 'application/json': { schema: Schema } } } };
const readBody = (route: string, { requestBody }: Operation, components: Readonly<Record<string, Schema>>): void => {
  const isDocumented = /^\S+ \/(api|functions)\/v1\//.test(route);
  const declared = requestBody && resolveReferences(requestBody.content['application/json'].schema, components);
  const schema = authBodies[route] ? (z.toJSONSchema(authBodies[route], { io: 'input' }) as Schema) : declared;
  if (schema) bodies.set(route, textFieldsOf(schema));
  else if (!isDocumented && /^(POST|PUT|PATCH)/.test(route)) withoutSchema.push(route);
  if (isDocumented && declared && !describesAll(declared)) withOpenSchema.push(route);
};

beforeAll(async () => {
  const { config, drop } = await testConfig();
  site = await Site.on(config);
  scenario = new Scenario(site);
  owner = new Client({ connectionString: config.databaseUrl });
  await owner.connect();
  log = listen();
  stop = async () => {
    log.stop();
    await owner.end();
    await site.api.close();
    await drop();
  };
  const { paths, components } = (await site.get('/api/openapi.json')) as {
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, Schema> };
  };
  for (const [path, operations] of Object.entries(paths))
    for (const [method, operation] of Object.entries(operations))
      readBody(`${method.toUpperCase()} ${path}`, operation, components.schemas);
});
afterAll(() => stop());

const fieldsOf = (route: string): readonly TextField[] => {
  const fields = bodies.get(route);
  if (!fields) throw new Error(`${route} takes no body`);
  return fields;
};
/** A field is written several times, each time with a different word. */
const newCanary = (name: string, make?: (word: string) => string): string =>
  canaries.new(`${name} #${canaries.names.length}`, make);
const canaryIn = (route: string, field: TextField, make = (word: string) => textWith(word, field)): string => {
  const name = `${route} ${field.path}`;
  sentFields.add(name);
  return newCanary(name, make);
};
/** The body with a canary in each text field that can hold any text. */
const plantCanaries = (route: string, body: unknown, without: readonly string[] = []): unknown =>
  fieldsOf(route)
    .filter(({ path }) => !(`${route} ${path}` in lists) && !without.includes(path))
    .reduce((all, field) => withValue(all, field.path.split('.'), canaryIn(route, field)), body);
const send = (route: string, body: unknown, by?: Person, path = route): Promise<ApiResponse> => {
  const [method = ''] = route.split(' ');
  return site.request(method, path.replace(/^[A-Z]+ /, ''), { by, body });
};
const accepted = async (response: Promise<ApiResponse>) => {
  const { status, text: content, body } = await response;
  expect([status < 300, status, content]).toEqual([true, status, content]);
  return body;
};

/** Signs a person up with a canary in every field. */
const signUp = async (role: 'client' | 'creator'): Promise<Person> => {
  const route = 'POST /auth/v1/signup';
  const email = canaryIn(route, { path: 'email', schema: {} }, (word) => `${word}@example.com`);
  const secret = canaryIn(route, { path: 'password', schema: {} }, (word) => `${word}-Pass7`);
  const data = Object.fromEntries(
    ['first_name', 'last_name', 'phone', 'avatar_url', 'anything'].map((name) => [
      name,
      newCanary(`${route} data.${name} of a ${role}`),
    ]),
  );
  const body = await accepted(send(route, { email, password: secret, data: { ...data, role } }));
  return { id: body.user.id, role, name: '', email, phone: '', token: body.access_token };
};
/**
 * Sends the route once per field, with a canary in that field. It may be refused, but not because the sender may not
 * use it.
 */
const sendEachField = async (route: string, base: object, by: Person, path = route): Promise<void> => {
  for (const field of fieldsOf(route)) {
    const body = withValue(base, field.path.split('.'), canaryIn(route, field));
    const { status } = await send(route, body, by, path);
    const isAllowed = status < 500 && (status !== 403 || !route.includes('/staff/'));
    expect([route, field.path, status, isAllowed]).toEqual([route, field.path, status, true]);
  }
};
/**
 * Sends requests to a route whose text fields the first test does not send: one request for each field, by a user who
 * may use the route. For a route with `{id}`, a new resource is created first. The module's access declares the body
 * (`bodies`) and the route that creates the resource (`ids`).
 */
const sendAsDeclared = async (route: string, administrator: Person): Promise<void> => {
  const declaredBody = declaredBodies[route];
  const creatingRoute = creatingRoutes[route];
  if (!declaredBody || (route.includes('{') && !creatingRoute))
    throw new Error(
      `No request has the text fields of ${route}: declare a valid body in \`bodies\` of the module's access, and for an {id} the route that creates one in \`ids\`, or send the route in the first test of apps/api/src/erasure.spec.ts.`,
    );
  const senders = { owner: ann, creator: bo, staff: administrator };
  const [by] = actorsAllowedAt(route).flatMap((actor) => senders[actor as keyof typeof senders] ?? []);
  if (!by) throw new Error(`No actor may send ${route}.`);
  for (const field of fieldsOf(route)) {
    const id = creatingRoute && (await accepted(send(creatingRoute, declaredBodies[creatingRoute], by))).id;
    const body = withValue(declaredBody, field.path.split('.'), canaryIn(route, field));
    const { status } = await send(route, body, by, route.replace('{id}', id));
    const isAllowed = status < 500 && ![401, 403, 404].includes(status);
    expect([route, field.path, status, isAllowed]).toEqual([route, field.path, status, true]);
  }
};
/** Every row of every table, and every line of the process log. */
const everything = async (): Promise<readonly string[]> => {
  const { rows: tables } = await owner.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const lines: string[] = [];
  for (const { name } of tables) {
    const { rows } = await owner.query<{ row: string }>(`select t::text as row from ${name} t`);
    lines.push(...rows.map(({ row }) => `${name} ${row}`));
  }
  return [...lines, ...log.text.split('\n').map((line) => `process log ${line}`)];
};
const found = async (): Promise<readonly string[]> =>
  (await everything()).flatMap((line) =>
    canaries
      .in(line)
      .map((name) => name.replace(/ #\d+$/, ''))
      .filter((name) => !allowedRemainders.some(({ field, place }) => field.test(name) && place.test(line)))
      .map((name) => `${name} in ${line.split(' ')[0]}`),
  );

let ann: Person;
let bo: Person;
let cy: Person;
const staff = (role: StaffRole): Promise<Person> => scenario.signUpStaff('Stella Staff', role);

test('every text field of every route is written', async () => {
  [ann, bo] = [await signUp('client'), await signUp('creator')];
  const desk = await staff('support');

  const onboard = 'POST /api/v1/profile/onboarding';
  await accepted(send(onboard, plantCanaries(onboard, onboarding), bo));
  for (const name of Object.keys(lists)) {
    const [method, path, field = ''] = name.split(' ');
    const route = `${method} ${path}`;
    sentFields.add(name);
    const body = withValue(onboarding, field.split('.'), newCanary(name));
    expect([name, (await send(route, body, bo)).status]).toEqual([name, 400]);
  }
  for (const part of ['location', 'packages']) {
    const route = `PUT /api/v1/profile/${part}`;
    await accepted(send(route, plantCanaries(route, onboarding), bo));
  }
  const packageId = await scenario.packageOf(bo);
  await accepted(send('PUT /api/v1/profile', plantCanaries('PUT /api/v1/profile', {}), bo));

  const pictureId = await scenario.upload(bo, 'portfolio');
  const caption = 'PATCH /api/v1/profile/portfolio/{id}';
  await accepted(send(caption, plantCanaries(caption, {}), bo, caption.replace('{id}', pictureId)));

  const calendar = 'PUT /api/v1/profile/availability';
  const blocked = [{ from: '2999-12-01', to: '2999-12-31' }];
  const settings = { weekdays: [1, 2, 3, 4, 5, 6, 7], capacity: 1, noticeDays: 0, blocked };
  // Settings that were read before must be those that are saved, so that a canary among them would be refused.
  await accepted(send(calendar, plantCanaries(calendar, settings, ['known.blocked.0.reason']), bo));

  const lead = await accepted(send('POST /api/v1/leads', plantCanaries('POST /api/v1/leads', leadPost), ann));
  const change = 'PUT /api/v1/leads/{id}';
  const path = change.slice('PUT '.length).replace('{id}', await scenario.postLead(ann));
  await accepted(send(change, plantCanaries(change, leadPost), ann, path));
  await scenario.unlock(bo, lead.id);
  const moderate = 'POST /api/v1/staff/leads/{id}/{action}';
  for (const action of ['hold', 'release'])
    await accepted(send(moderate, plantCanaries(moderate, {}), desk, `/api/v1/staff/leads/${lead.id}/${action}`));
  const ask = 'POST /api/v1/leads/{id}/refund-request';
  const askPath = `/api/v1/leads/${lead.id}/refund-request`;
  await accepted(send(ask, plantCanaries(ask, { cause: 'other' }), bo, askPath));
  // This request stays open, so that staff read it.
  const otherLead = await scenario.postLead(ann);
  await scenario.unlock(bo, otherLead);
  await accepted(
    send(ask, plantCanaries(ask, { cause: 'other' }), bo, ask.slice('POST '.length).replace('{id}', otherLead)),
  );
  const decide = 'POST /api/v1/staff/leads/{id}/purchases/{buyerId}/refund-request/{decision}';
  const decisionPath = `/api/v1/staff/leads/${lead.id}/purchases/${bo.id}/refund-request/decline`;
  await accepted(send(decide, plantCanaries(decide, {}), desk, decisionPath));
  const refund = 'POST /api/v1/staff/leads/{id}/purchases/{buyerId}/refund';
  const purchasePath = `/api/v1/staff/leads/${lead.id}/purchases/${bo.id}/refund`;
  await accepted(send(refund, plantCanaries(refund, {}), await staff('finance'), purchasePath));
  const book = async () => {
    const request = { eventType: 'wedding', eventDate: scenario.newDay(), creatorId: bo.id, packageId };
    return (await accepted(send('POST /api/v1/bookings', plantCanaries('POST /api/v1/bookings', request), ann)))
      .id as string;
  };
  const act = (verb: string, id: string, by: Person) => {
    const route = `POST /api/v1/bookings/{id}/${verb}`;
    return send(route, plantCanaries(route, {}), by, route.replace('{id}', id));
  };
  await accepted(act('cancel', await book(), ann));
  await accepted(act('cancel', await book(), bo));
  const confirmedBooking = await book();
  await accepted(act('confirm', confirmedBooking, bo));
  await scenario.payFor(ann, confirmedBooking, 'deposit');
  await accepted(act('dispute', confirmedBooking, ann));
  await accepted(act('dispute/resolve', confirmedBooking, ann));
  const review = 'PUT /api/v1/bookings/{id}/review';
  const reviewPath = `/api/v1/bookings/${confirmedBooking}/review`;
  await sendEachField(review, { rating: 5 }, ann, reviewPath);
  await sendEachField(`${review}/reply`, {}, bo, `${reviewPath}/reply`);
  const moderateReview = 'POST /api/v1/staff/reviews/{id}/{action}';
  await sendEachField(moderateReview, {}, desk, `/api/v1/staff/reviews/review-${randomUUID()}/remove`);
  const propose = 'POST /api/v1/bookings/{id}/proposals';
  const proposal = plantCanaries(propose, { eventDate: scenario.newDay(), packageId });
  await accepted(send(propose, proposal, bo, propose.replace('{id}', confirmedBooking)));
  const acceptance = `/api/v1/bookings/${confirmedBooking}/proposals/1/accept`;
  await accepted(site.request('POST', acceptance, { by: ann }));

  const { id: threadId } = await site.post('/api/v1/threads', ann, { bookingId: confirmedBooking });
  for (const [end, by] of [
    ['messages', ann],
    ['messages', bo],
    ['report', ann],
  ] as const) {
    const route = `POST /api/v1/threads/{id}/${end}`;
    await accepted(send(route, plantCanaries(route, {}), by, route.replace('{id}', threadId)));
  }

  const close = 'POST /api/v1/staff/reports/conversations/{id}/close';
  await accepted(send(close, plantCanaries(close, {}), desk, close.replace('{id}', `${threadId}:1`)));
  const reveal = 'POST /api/v1/staff/people/{id}/reveal';
  const revealed = plantCanaries(reveal, { fields: ['name', 'email', 'phone'] });
  await accepted(send(reveal, revealed, desk, reveal.replace('{id}', ann.id)));
  const administrator = await staff('admin');
  const ofAnn = (route: string, body: object, action: string) =>
    sendEachField(route, body, administrator, `/api/v1/staff/people/${ann.id}/${action}`);
  await ofAnn('POST /api/v1/staff/people/{id}/{action}', {}, 'reset-factors');
  await ofAnn('POST /api/v1/staff/people/{id}/role', { role: 'client' }, 'role');
  await ofAnn('POST /api/v1/staff/people/{id}/staff-roles', { role: 'ops', held: false }, 'staff-roles');
  await sendEachField(
    'POST /api/v1/staff/projections/maintenance',
    { task: 'verify', projections: [''] },
    administrator,
  );
  for (const what of ['retry', 'discard']) await sendEachField(`POST /api/v1/staff/jobs/${what}`, {}, administrator);
  for (const what of ['people', 'bookings']) await sendEachField(`POST /api/v1/staff/${what}/search`, {}, desk);
  await sendEachField('POST /api/v1/staff/bookings/export', {}, administrator);
  await sendEachField('POST /api/v1/staff/payouts/export', {}, administrator);
  for (const [action, body] of [
    ['reveal', {}],
    ['paid', {}],
    ['failed', { destinationWrong: true }],
    ['returned', { destinationWrong: true }],
  ] as const)
    await sendEachField(
      `POST /api/v1/staff/payouts/{id}/${action}`,
      body,
      administrator,
      `/api/v1/staff/payouts/payout-${randomUUID()}/${action}`,
    );
  cy = await site.signUp('creator', 'Cy Cole');
  const bank = { scheme: 'us', holder: 'Cy Cole', routingNumber: '021000021', accountNumber: '123456789' };
  await sendEachField('PUT /api/v1/payouts/destination', { bank, password }, cy);

  const create = 'POST /api/v1/galleries';
  const gallery = await accepted(send(create, plantCanaries(create, { bookingId: confirmedBooking }), bo));
  const ofGallery = (route: string, body: object, itemId = '') =>
    send(route, plantCanaries(route, body), bo, route.replace('{id}', gallery.id).replace('{itemId}', itemId));
  const itemId = await scenario.galleryItem(bo, gallery.id, newCanary('name of an uploaded file'));
  await accepted(ofGallery('PATCH /api/v1/galleries/{id}/items/{itemId}', {}, itemId));
  await accepted(ofGallery('PATCH /api/v1/galleries/{id}/items', { itemIds: [itemId] }));
  await accepted(ofGallery('PATCH /api/v1/galleries/{id}/order', { items: [{ itemId, sortOrder: 1 }] }));
  await scenario.deliver(bo, gallery.id);
  const share = await accepted(ofGallery('POST /api/v1/galleries/{id}/shares', { access: 'download' }));
  const visit = 'POST /api/v1/shared-galleries/{token}/session';
  await sendEachField(visit, {}, ann, `/api/v1${share.path}/session`);
  await accepted(ofGallery('POST /api/v1/galleries/{id}/reopen', {}));
  const actAsStaff = (route: string, action: string, id: string, body: object = {}) =>
    send(route, plantCanaries(route, body), desk, `/api/v1/staff/bookings/${id}/${action}`);
  const forParty = 'POST /api/v1/staff/bookings/{id}/{action}';
  await accepted(actAsStaff(forParty, 'confirm', await book()));
  const evidence = 'POST /api/v1/staff/bookings/{id}/evidence';
  await accepted(actAsStaff(evidence, 'evidence', confirmedBooking));
  const ofBookingGallery = 'POST /api/v1/staff/bookings/{id}/gallery';
  await accepted(actAsStaff(ofBookingGallery, 'gallery', confirmedBooking));
  const cancel = 'POST /api/v1/staff/bookings/{id}/cancel';
  await accepted(actAsStaff(cancel, 'cancel', await book(), { refund: 'none' }));
  // Only a party that reported a problem marks it as resolved here, and parties cannot complete a booking: both are
  // refused.
  expect((await act('complete', confirmedBooking, ann)).status).toBe(403);
  await accepted(send('POST /api/v1/not-found', plantCanaries('POST /api/v1/not-found', {}), ann));
  await sendEachField('POST /functions/v1/verify-payment', {}, ann);
  await sendEachField('POST /functions/v1/recommend-vendors', { eventIdea: 'A DJ in Austin, TX' }, ann);
  const revealConversation = 'POST /api/v1/staff/conversations/{id}/reveal';
  const [asked] = (await site.get('/api/v1/conversations', ann)).items;
  const conversationPath = revealConversation.replace('{id}', asked.id);
  await accepted(send(revealConversation, plantCanaries(revealConversation, {}), desk, conversationPath));
  const revealEvent = 'POST /api/v1/staff/events/{id}/reveal';
  await sendEachField(revealEvent, {}, desk, `/api/v1/staff/events/${randomUUID()}/reveal`);
  const revealReports = 'POST /api/v1/staff/reports/reveal';
  await accepted(send(revealReports, plantCanaries(revealReports, {}), desk));
  const revealRequests = 'POST /api/v1/staff/refund-requests/reveal';
  await accepted(send(revealRequests, plantCanaries(revealRequests, { ids: ['none'] }), desk));
  await sendEachField('DELETE /api/v1/me', {}, ann);

  const data = { first_name: newCanary('changed name'), phone: newCanary('changed phone') };
  await accepted(send('PUT /auth/v1/user', { data: { ...data, nested: { note: newCanary('metadata') } } }, ann));
  await sendEachField('PUT /auth/v1/user', {}, ann);
  await sendEachField('POST /auth/v1/token', { email: ann.email }, ann, '/auth/v1/token?grant_type=password');
  await sendEachField('POST /auth/v1/token', {}, ann, '/auth/v1/token?grant_type=refresh_token');
  await sendEachField('POST /auth/v1/token', {}, ann, '/auth/v1/token?grant_type=pkce');
  await sendEachField('POST /auth/v1/token', {}, ann, '/auth/v1/token?grant_type=id_token');
  for (const kind of ['recover', 'resend', 'otp', 'magiclink'])
    await sendEachField(`POST /auth/v1/${kind}`, { email: ann.email, type: 'signup', data }, ann);
  await sendEachField('POST /auth/v1/verify', { type: 'email', email: ann.email, token: '000000' }, ann);
  await sendEachField('POST /auth/v1/factors', { factor_type: 'totp' }, ann);
  const { id } = await site.post('/auth/v1/factors', ann, { factor_type: 'totp', friendly_name: 'App' });
  await sendEachField('POST /auth/v1/factors/{id}/verify', {}, ann, `/auth/v1/factors/${id}/verify`);
  await sendEachField('POST /auth/v1/signup', { email: ann.email, password: 'Sunflower7', data }, ann);

  const isSent = (route: string) => fieldsOf(route).every(({ path }) => sentFields.has(`${route} ${path}`));
  const routesOfModules = [...bodies.keys()].filter((route) => !isSent(route));
  for (const route of routesOfModules) await sendAsDeclared(route, administrator);
  expect(routesOfModules).toContain('PUT /api/v1/profile/availability/subscription');

  const allFields = [...bodies].flatMap(([route, fields]) => fields.map(({ path }) => `${route} ${path}`));
  expect(allFields.filter((name) => !sentFields.has(name))).toEqual([]);
  expect([...withoutSchema].sort()).toEqual([...withoutText].sort());
  expect(withOpenSchema).toEqual([]);
  expect(allFields.length).toBeGreaterThan(60);
});

test('what people wrote is found before the erasure', async () => {
  const names = await found();
  for (const [field, table] of [
    ['POST /api/v1/leads description', 'read.leads_v1'],
    ['POST /api/v1/bookings eventLocation', 'read.bookings_v3'],
    ['PUT /api/v1/profile bio', 'read.creator_profiles_v3'],
    ['PUT /api/v1/profile/availability blocked.0.reason', 'read.blocked_periods_v1'],
    ['POST /auth/v1/signup email', 'identity.credentials'],
    ['POST /functions/v1/recommend-vendors eventIdea', 'read.conversations_v1'],
  ] as const)
    expect(names).toContain(`${field} in ${table}`);
});

describe('staff', () => {
  /** What staff read in clear, each with the reason. */
  const shownToStaff: readonly { readonly field: RegExp; readonly route: RegExp; readonly reason: string }[] = [
    {
      field: /^(reason of staff|POST \/api\/v1\/staff\/\S+ reason)$/,
      route: /\/staff\//,
      reason: 'staff read why their colleagues acted; a reason that identifies a party is refused',
    },
    {
      field: /^PUT \/api\/v1\/bookings\/\{id\}\/review(\/reply)? (text|reply)$/,
      route: /\/staff\/reviews$/,
      reason: 'reviews are public',
    },
    {
      field: /^POST \/auth\/v1\/signup data\.first_name of a creator$/,
      route: /\/staff\//,
      reason: 'the short name of a professional is public',
    },
  ];
  /** The routes of staff that show personal data, after the log has recorded why. */
  const revealingRoutes = [
    ...Object.keys(revealing),
    'POST /api/v1/staff/conversations/{id}/reveal',
    'POST /api/v1/staff/reports/reveal',
    'POST /api/v1/staff/refund-requests/reveal',
    'POST /api/v1/staff/payouts/{id}/reveal',
    'POST /api/v1/staff/payouts/export',
  ];
  const routesOfStaff = routes.filter((route) => / (\/metrics$|\/api\/v1\/staff\/)/.test(route));
  /** The routes of staff that only read although they have a body: their filters are personal data. */
  const searches = routesOfStaff.filter(
    (route) => /^POST .*\/(search|export)$/.test(route) && !revealingRoutes.includes(route),
  );

  const allEvents = async (read: (path: string) => Promise<ApiResponse>): Promise<readonly AuditEntry[]> => {
    const events: AuditEntry[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await read(`/api/v1/staff/events?limit=100${cursor && `&cursor=${cursor}`}`);
      events.push(...body.items);
      cursor = body.nextCursor;
    }
    return events;
  };

  test('see personal texts only after revealing them, and the process log contains none', async () => {
    await untilCaughtUp(site.api);
    const administrator = await staff('admin');
    const read = (path: string) => site.request('GET', path, { by: administrator });
    const idsAt = async (path: string) => (await read(path)).body.items.map(({ id }: { id: string }) => id) as string[];
    const events = await allEvents(read);
    const ids: Readonly<Record<string, readonly string[]>> = {
      bookings: await idsAt('/api/v1/staff/bookings?limit=100'),
      leads: await idsAt('/api/v1/staff/leads?limit=100'),
      people: [ann.id, bo.id],
      events: [...Map.groupBy(events, ({ type }) => type).values()].flatMap((same) =>
        same.slice(0, 2).map(({ id }) => id),
      ),
    };
    // Two events of each type, and the chain of one; with `TEST_ROWS=all`, the chains of all events.
    const inChains = everyRow ? events : [...new Map(events.map((event) => [event.type, event])).values()];
    const chains = new Map(inChains.map(({ correlation, id }) => [correlation, id]));
    const withGallery = await site.rows<{ id: string }>('select booking_id as id from read.galleries_v1');
    /** The ids for what exists only for some of them, by the last part of its path. */
    const idsByPart = new Map([
      ['chain', [...chains.values()]],
      ['gallery', withGallery.map(({ id }) => id)],
    ]);
    const pendingJobs = queueNames.flatMap((queue) =>
      pendingStates.map((state) => `/api/v1/staff/jobs/pending?queue=${queue}&state=${state}`),
    );
    const withoutId = new Map([['/api/v1/staff/jobs/pending', pendingJobs]]);
    const addressesOf = (route: string): readonly string[] => {
      const path = route.slice('GET '.length);
      if (!path.includes('{id}')) return withoutId.get(path) ?? [path];
      const [, , , , kind = '', , part = ''] = path.split('/');
      const found = idsByPart.get(part) ?? ids[kind];
      if (!found?.length) throw new Error(`There is no id for ${route}`);
      return found.map((id) => path.replace('{id}', id));
    };
    const logged = log.text.length;
    const leaked: string[] = [];
    const search = (name: string, text: string) => {
      for (const canary of canaries.in(text).map((planted) => planted.replace(/ #\d+$/, '')))
        if (!shownToStaff.some(({ field, route }) => field.test(canary) && route.test(name)))
          leaked.push(`${canary} in ${name}`);
    };
    const shown = async (name: string, responding: Promise<ApiResponse>) => {
      const { status, text: content } = await responding;
      expect([name, status]).toEqual([name, 200]);
      search(name, content);
    };
    for (const route of routesOfStaff.filter((each) => each.startsWith('GET')))
      for (const path of addressesOf(route)) await shown(route, read(path));
    for (const route of searches)
      for (const body of [{ email: ann.email, text: ann.email }, { text: bo.id }, { text: bo.id, format: 'json' }])
        await shown(route, send(route, body, administrator));
    search('the process log', log.text.slice(logged));
    expect([...new Set(leaked)]).toEqual([]);
    expect(searches).toHaveLength(3);
    expect(events.length).toBeGreaterThan(100);
  });

  test('get only a number or "changed" from their other routes', () => {
    const others = routesOfStaff.filter(
      (route) => !(route.startsWith('GET') || searches.includes(route) || revealingRoutes.includes(route)),
    );
    const routesWithFields = others.filter((route) => !['number', 'changed', undefined].includes(fields[route]));
    expect(routesWithFields).toEqual([]);
  });
});

/** The stored files and the uploads of a person. */
const filesOf = async ({ id }: Person): Promise<readonly string[]> => {
  const uploads = await site.rows<{ name: string }>('select file_name as name from uploads.uploads where person = $1', [
    id,
  ]);
  const names = uploads.map(({ name }) => name);
  for (const folder of [`public/${id}`, `private/${id}`])
    for await (const { path } of site.api.get(Storage).list(folder)) names.push(path);
  return names;
};

test('a person’s files and unfinished uploads are removed with the person', async () => {
  const dan = await site.signUp('creator', 'Dan Dale');
  await scenario.upload(dan, 'portfolio');
  await scenario.upload(dan, 'avatar');
  await scenario.waitUntilPublished(dan);
  await eventually(async () => (await site.get('/api/v1/me', dan)).avatarUrl !== null);
  const unfinishedUpload = await site.request('POST', '/storage/v1/upload/resumable', {
    by: dan,
    headers: { 'tus-resumable': '1.0.0', ...uploadHeaders(await pictureFile('portfolio')) },
  });
  expect(unfinishedUpload.status).toBe(201);
  expect((await filesOf(dan)).length).toBeGreaterThanOrEqual(4 + 4 + 3);
  await scenario.erase(dan);
  expect(await filesOf(dan)).toEqual([]);
  await eventually(
    async () => (await site.rows('select 1 from read.portfolios_v1 where id = $1', [dan.id])).length === 0,
  );
});

test('nothing that people wrote is found after the erasure', async () => {
  for (const person of [ann, bo, cy]) await scenario.erase(person);
  // The last part of an erasure runs in the background.
  await scenario.settled();
  expect([...new Set(await found())]).toEqual([]);
});
