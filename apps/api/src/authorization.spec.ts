import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { AuditCheckpoints } from '#platform/audit';
import { projectFolder } from '#platform/config';
import { testConfig } from '#platform/testing';
import { createApi, httpAdapter } from './api.module.ts';
import { type ApiResponse, type Person, Site } from './api.suite.ts';
import {
  type Actor,
  actors,
  columns,
  connectedActors,
  documents,
  forBuyers,
  guardedRoutes,
  preflights,
  receiversOf,
  revealing,
  routes,
  rows,
  screens,
  showingBookings,
  staffRolesOf,
  statusForRole,
} from './authorization.matrix.ts';
import { type Cell, cellsOf, isSentByRoles } from './authorization-cells.suite.ts';
import { requestOf, senderOf } from './authorization-requests.suite.ts';
import { Fields } from './authorization-responses.suite.ts';
import { SocketConnections, socketActions } from './authorization-sockets.suite.ts';
import { World } from './authorization-world.suite.ts';
import { Scenario } from './scenario.suite.ts';

let site: Site;
let world: World;
let stop: () => Promise<void>;
const table = new Set<string>();
const fields = new Fields();
/** Without a build, the API has no routes for screens. */
const isBuilt = (): boolean => table.has('GET /*');

beforeAll(async () => {
  const { config, drop } = await testConfig();
  const adapter = httpAdapter(config);
  adapter.getInstance().addHook('onRoute', ({ method, url }) => {
    for (const name of namesOf([method].flat(), url)) table.add(name);
  });
  site = await Site.on(config, true, createApi(config, adapter));
  stop = async () => {
    await site.api.close();
    await drop();
  };
  world = await World.make(new Scenario(site));
  // The evidence of a booking names the newest checkpoint.
  await site.api.get(AuditCheckpoints).write();
}, 180_000);
afterAll(() => stop());

describe('the matrix', () => {
  test('has a status for every actor in every row', () => {
    expect(columns).toEqual(['route', 'id', ...actors]);
    const invalid = rows.filter(({ statuses }) => actors.some((actor) => !/^(\.|\d{3})$/.test(statuses[actor])));
    expect(invalid).toEqual([]);
  });

  test('has a row for every existing route, and no other rows', () => {
    const existingRoutes = routes.filter((route) => isBuilt() || !screens.includes(route));
    expect(withoutHeadOfGet([...table])).toEqual(new Set(existingRoutes));
  });

  test('and the OpenAPI document list the same routes', async () => {
    const { paths } = (await site.get('/api/openapi.json')) as { paths: Record<string, object> };
    const documented = Object.entries(paths).flatMap(([path, methods]) =>
      namesOf(Object.keys(methods), path.replace(/\{path\}$/, '*')),
    );
    const programs = routes.filter((route) => ![...screens, ...documents, ...preflights].includes(route));
    expect(withoutHeadOfGet(documented)).toEqual(new Set(programs));
  });

  // The document and the session guard read the same metadata of the handlers.
  test('and the OpenAPI document name the same routes that need a session', async () => {
    const { paths } = (await site.get('/api/openapi.json')) as {
      paths: Record<string, Record<string, { security?: object }>>;
    };
    const documented = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { security }]) => security)
        .map(([method]) => `${method.toUpperCase()} ${path}`),
    );
    expect(new Set(documented)).toEqual(guardedRoutes);
  });
});

describe('every actor gets the status and only the fields that the matrix allows', () => {
  test.each(routes.map((route) => [route]))('at %s', async (route) => {
    if (screens.includes(route)) expect([...table].includes(route)).toBe(isBuilt());
    if (screens.includes(route) && !isBuilt()) return;
    const requestsWithoutWrites: string[] = [];
    if (inTurn.includes(route)) for (const actor of actors) requestsWithoutWrites.push(...(await allOf(route, actor)));
    else requestsWithoutWrites.push(...(await Promise.all(actors.map((actor) => allOf(route, actor)))).flat());
    expect(await writtenBy(requestsWithoutWrites)).toEqual([]);
  });
});

// Otherwise the checks of ids, parameters and reasons would tell other people something about the resource.
test('staff routes refuse other people before they examine the request', async () => {
  const { creator } = world.people;
  const staffRoutes = routes.filter((route) => route.includes('/staff/'));
  for (const route of staffRoutes) {
    const [method = '', path = ''] = route.replace(/\{\w+\}/g, 'none').split(' ');
    const { status, body } = await site.request(method, path, { by: creator, ...(method !== 'GET' && { body: {} }) });
    expect([route, status, body.code]).toEqual([route, 403, 'staff-not-allowed']);
  }
});

test('only professionals who paid for a lead see its contact details', async () => {
  const { owner, creator, vendor, ...others } = world.people;
  for (const pro of [creator, vendor])
    expect((await site.get('/api/v1/leads/purchased', pro)).items).toMatchObject([
      { id: world.leads[0], contact: { name: owner.name, email: owner.email, phone: owner.phone } },
    ]);
  for (const otherPerson of [others['other creator'], others['other vendor'], others.staff])
    expect(await site.get('/api/v1/leads/purchased', otherPerson)).toEqual({ items: [], nextCursor: null });
});

describe('sockets', () => {
  let connections: SocketConnections;
  beforeAll(async () => {
    connections = await SocketConnections.open(world);
  });
  afterAll(() => connections.close());

  test('can be opened only by actors with a valid session', () => expect(connections.actors).toEqual(connectedActors));

  test('are tested for every scenario of the matrix', () =>
    expect(new Set(Object.keys(socketActions))).toEqual(new Set(Object.keys(receiversOf))));

  test.each(Object.entries(receiversOf))('%s', async (what, listeners) => {
    const action = socketActions[what];
    if (!action) throw new Error(`There is no action for the socket scenario ${what}`);
    expect(await connections.actorsNotifiedBy(action)).toEqual(listeners);
  });
});

test.each(['finance', 'ops', 'admin'] as const)(
  'staff with the role %s gets the same responses as support, except on routes for other roles',
  async (role) => {
    const { scenario } = world;
    const by = await scenario.signUpStaff('Stella Staff', role);
    // Reads, and actions of staff on behalf of others.
    const testedRows = rows
      .filter(({ route, id }) => /^GET|bookings\/\{id\}\/|\/staff\//.test(route) && id !== 'own')
      .filter(({ route, statuses }) => !screens.includes(route) && statuses.staff !== '.')
      .filter(({ route }) => isSentByRoles(route, staffRolesOf.has(route)));
    for (const { route, id, statuses } of testedRows) {
      const status = statusForRole(route, role, id, statuses.staff);
      const { path, ...request } = await requestOf(world, route, 'staff', id, status);
      const response = await site.request(route.split(' ')[0] ?? '', path, { by, ...request });
      expect([route, id, String(response.status)]).toEqual([route, id, status]);
      expect([route, id, fields.extra(route, by, response)]).toEqual([route, id, []]);
      expect([route, id, exposedBy(response, route, 'staff', by)]).toEqual([route, id, []]);
    }
  },
);

test('the party that created a booking cannot confirm it', async () => {
  const { owner, creator } = world.people;
  const { scenario } = world;
  const byCreator = await scenario.book(creator, creator, { leadId: world.leads[0] });
  const pending = await site.request('GET', `/api/v1/bookings/${byCreator}`, { by: owner });
  expect(fields.extra('GET /api/v1/bookings/{id}', owner, pending)).toEqual([]);
  const confirm = (by: Person, id: string) => site.request('POST', `/api/v1/bookings/${id}/confirm`, { by });
  expect((await confirm(creator, byCreator)).status).toBe(403);
  expect((await confirm(owner, byCreator)).status).toBe(204);
  expect(await site.get(`/api/v1/bookings/${byCreator}`, owner)).toMatchObject({ status: 'confirmed' });
});

// Runs after all other requests, because some routes are only for staff roles other than support.
test('every allowed field occurs in a response', () => {
  expect(fields.unused).toEqual([]);
});

test('staff act for others only in the back office, with a reason', async () => {
  const { owner, creator, staff } = world.people;
  const id = await world.scenario.book(owner, creator);
  for (const verb of ['confirm', 'cancel', 'complete', 'dispute/resolve']) {
    const { status, body } = await site.request('POST', `/api/v1/bookings/${id}/${verb}`, {
      by: staff,
      body: { reason: 'Asked for by phone' },
    });
    expect([verb, status, body.code]).toEqual([verb, 403, 'booking-not-allowed']);
  }
  for (const action of staffActions)
    for (const reason of [undefined, ' ']) {
      const body = { reason, refund: 'full' };
      const response = await site.request('POST', `/api/v1/staff/bookings/${id}/${action}`, { by: staff, body });
      expect([action, response.status]).toEqual([action, 400]);
    }
});

test('staff may not identify a party of the booking in the reason, which is stored permanently', async () => {
  const { owner, creator, staff } = world.people;
  const id = await world.scenario.book(owner, creator);
  for (const reason of [`${owner.name} called`, `message from ${creator.email}`, `call ${owner.phone}`])
    for (const action of staffActions) {
      const { status, body } = await site.request('POST', `/api/v1/staff/bookings/${id}/${action}`, {
        by: staff,
        body: { reason, refund: 'full' },
      });
      expect([reason, action, status, body.code]).toEqual([reason, action, 409, 'booking-reason-personal']);
    }
});

test('after all requests of this file the read tables match the event log', async () => {
  expect(await site.readModelDifferences()).toEqual([]);
});

const staffActions = ['confirm', 'cancel', 'complete', 'reopen', 'resolve-dispute'];

/** These routes send a mail, and their protocol allows no second one within a minute. */
const writingReads = ['GET /auth/v1/reauthenticate'];

/**
 * All actors write to the account of the same person, and too many writes to one stream at the same time are refused.
 */
const inTurn = ['POST /auth/v1/recover'];

/** Checks the cells of one actor. Returns the ids of those requests that may not have written anything. */
const allOf = async (route: string, actor: Actor): Promise<readonly string[]> => {
  const responses = [];
  for (const cell of cellsOf(route, actor)) responses.push({ id: cell.id, ...(await check(route, actor, cell)) });
  expectIdenticalResponses(route, actor, responses);
  return responses.flatMap(({ requests }) =>
    requests.filter(({ mayWrite }) => !mayWrite).map(({ request }) => request),
  );
};

/** Checks one cell: the status, and that the response contains no data that the actor may not see. */
const check = async (route: string, actor: Actor, { id, status, sendsHead }: Cell) => {
  const { path, body, headers } = await requestOf(world, route, actor, id, status);
  const method = route.startsWith('ALL') ? 'POST' : (route.split(' ')[0] ?? '');
  const by = await senderOf(site, world, route, actor);
  const request = randomUUID();
  const response = await site.request(method, path, {
    by,
    body,
    headers: { ...headers, 'x-request-id': request },
  });
  const cellName = [route, id, actor].join(', ');
  expect([cellName, String(response.status), response.text]).toEqual([cellName, status, expect.anything()]);
  const get = { request, mayWrite: (method !== 'GET' || writingReads.includes(route)) && response.status < 400 };
  const head = { request: randomUUID(), mayWrite: false };
  if (sendsHead) {
    const headResponse = await site.request('HEAD', path, {
      by,
      headers: { ...headers, 'x-request-id': head.request },
    });
    expect([cellName, headResponse.status, headResponse.text]).toEqual([cellName, response.status, '']);
  }
  expect([cellName, fields.extra(route, by, response)]).toEqual([cellName, []]);
  expect([cellName, exposedBy(response, route, actor, by)]).toEqual([cellName, []]);
  return { response, requests: sendsHead ? [get, head] : [get] };
};

/** A foreign resource, a missing one and one that is no longer offered must get identical responses. */
const expectIdenticalResponses = (
  route: string,
  actor: Actor,
  responses: readonly { id: string; response: ApiResponse }[],
): void => {
  const hidesExistence = /verify-payment|token|recover|identities/.test(route);
  const [first, ...others] = responses.filter(
    ({ id, response }) => id !== 'own' && id !== 'view' && (hidesExistence || response.status === 404),
  );
  for (const { id, response } of others)
    expect([route, actor, id, response.status, response.text]).toEqual([
      route,
      actor,
      id,
      first?.response.status,
      first?.response.text,
    ]);
};

/** The people whose email address or phone number a response shows to an actor who may not see it. */
const exposedBy = ({ text }: ApiResponse, route: string, actor: Actor, by: Person | undefined): readonly string[] => {
  const isBuyer = forBuyers.includes(route) && (actor === 'creator' || actor === 'vendor');
  const partner = showingBookings.includes(route) ? world.partnerOf(actor) : undefined;
  const revealed = (revealing[route] ?? []).map((person) => world.people[person].id);
  const allowedIds = [by?.id, isBuyer ? world.people.owner.id : undefined, partner?.id, ...revealed];
  return Object.values(world.people)
    .filter(({ id, email, phone }) => !allowedIds.includes(id) && (text.includes(email) || text.includes(phone)))
    .map(({ name }) => name);
};

/** The events that these requests wrote. */
const writtenBy = async (requests: readonly string[]): Promise<readonly string[]> => {
  const ids = new Set(requests);
  const writtenEvents = (await site.logged()).filter(({ correlation }) => ids.has(correlation));
  return writtenEvents.map(({ stream, type }) => `${stream} ${type}`);
};

/**
 * A route as the matrix writes it. Files of the screens and the documentation share one route each.
 */
const namesOf = (methods: readonly string[], url: string): string[] => {
  if (url.startsWith('/assets/') || (url !== '/' && existsSync(join(projectFolder(), 'dist/frontend', url)))) return [];
  const path = url.replace(/^\/api\/docs\/.*/, '/api/docs/*').replace(/:(\w+)/g, '{$1}');
  if (methods.length >= 7) return [`ALL ${path.replace('{path}', '*')}`];
  return methods.map((method) => `${method.toUpperCase()} ${path}`);
};

/** Every GET route answers HEAD, too, in the same way. A HEAD route of its own has rows of its own. */
const withoutHeadOfGet = (names: readonly string[]): ReadonlySet<string> => {
  const all = new Set(names);
  return new Set(names.filter((name) => !(name.startsWith('HEAD ') && all.has(name.replace('HEAD', 'GET')))));
};
