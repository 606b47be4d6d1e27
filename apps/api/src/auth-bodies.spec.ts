import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { everyRow } from '#platform/testing';
import { type ApiResponse, type Person, type Site, sharedSite } from './api.suite.ts';

let site: Site;
let stop: () => Promise<void>;
let ann: Person;
beforeAll(async () => {
  ({ site, stop } = await sharedSite());
  ann = await site.signUp('client');
});
afterAll(() => stop());

const factor = `/factors/${randomUUID()}`;
/** Every route that reads a body, with the fields it reads. */
const routes: readonly (readonly [method: string, path: string, ...fields: string[]])[] = [
  ['POST', '/signup', 'email', 'phone', 'password', 'data', 'code_challenge', 'code_challenge_method'],
  ['POST', '/token?grant_type=password', 'email', 'phone', 'password'],
  ['POST', '/token?grant_type=refresh_token', 'refresh_token'],
  ['POST', '/token?grant_type=pkce', 'auth_code', 'code_verifier'],
  [
    'POST',
    '/token?grant_type=id_token',
    ...['provider', 'id_token', 'access_token', 'nonce', 'issuer', 'client_id', 'link_identity'],
  ],
  ['POST', '/recover', 'email', 'code_challenge', 'code_challenge_method'],
  ['POST', '/resend', 'type', 'email', 'phone', 'code_challenge', 'code_challenge_method'],
  ['POST', '/otp', ...['email', 'phone', 'channel', 'create_user', 'data', 'code_challenge', 'code_challenge_method']],
  ['POST', '/magiclink', 'email', 'data', 'code_challenge', 'code_challenge_method'],
  ['POST', '/verify', 'type', 'token', 'token_hash', 'email', 'phone'],
  [
    'PUT',
    '/user',
    ...['email', 'phone', 'password', 'current_password', 'nonce', 'data', 'app_metadata'],
    ...['code_challenge', 'code_challenge_method'],
  ],
  ['POST', '/factors', 'factor_type', 'friendly_name', 'issuer'],
  ['POST', `${factor}/verify`, 'challenge_id', 'code', 'webauthn'],
];
const routeCases = routes.map(([method, path, ...fields]) => ({
  name: `${method} ${path.replace(factor, '/factors/{id}')}`,
  method,
  path,
  fields,
}));
type Route = (typeof routeCases)[number];
/** One parser reads the bodies of all routes. Only their schemas differ. */
const routesOfParser = routeCases.filter(({ name }) => everyRow || ['POST /signup', 'PUT /user'].includes(name));
/** Each field with one of the values, or with all of them. */
const fieldsWith = <T>(fields: readonly string[], values: readonly T[]): (readonly [field: string, value: T])[] =>
  fields.flatMap((field, i) =>
    values.filter((_, j) => everyRow || j === i % values.length).map((value) => [field, value] as const),
  );

const version = '2024-01-01';
const send = (
  { method, path }: Pick<Route, 'method' | 'path'>,
  text: string,
  type = 'application/json;charset=UTF-8',
) =>
  site.request(method, `/auth/v1${path}`, {
    by: ann,
    text,
    headers: { 'x-supabase-api-version': version, 'content-type': type },
  });
const sendWith = (route: Route, field: string, value: string) =>
  send(route, JSON.stringify({ email: 'a@example.com', password: 'Sunflower7', [field]: value }));
const errorOf = ({ status, body }: ApiResponse) => [status, body?.code, body?.message];
/** Expects a client error in one of the protocol's two shapes. */
const expectClientError = (response: ApiResponse) => {
  const oauth = { error: 'invalid request', error_description: expect.any(String) };
  const { status, body } = response;
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
  if (body.error) return expect([status, body]).toEqual([400, oauth]);
  expect(body).toMatchObject({ code: expect.any(String), message: expect.any(String) });
  expect([response.headers.get('x-supabase-api-version'), response.headers.get('x-sb-error-code')]).toEqual([
    version,
    body.code,
  ]);
  return undefined;
};

describe.each(routesOfParser)('$name', (route) => {
  test.each([
    '{',
    '{"email":"a@b.c"',
    'email=a@b.c',
    "{'email':1}",
    '{"a":1}}',
    'undefined',
    '{"__proto__":{"role":"admin"}}',
    '{"constructor":{"prototype":{"role":"admin"}}}',
  ])('%s is refused as invalid JSON', async (text) => {
    const { status, body } = await send(route, text);
    expect([status, body]).toEqual([
      400,
      { code: 'bad_json', message: expect.stringMatching(/^Could not parse request body as JSON: ./) },
    ]);
    expect(({} as { role?: string }).role).toBeUndefined();
  });

  test.each([
    ['application/x-www-form-urlencoded', 'email=a%40example.com&password=Sunflower7'],
    ['text/plain;charset=UTF-8', 'email'],
    ['multipart/form-data; boundary=x', '--x--'],
    ['application/xml', '<email/>'],
  ])('%s without JSON is refused', async (type, text) => {
    const { status, body } = await send(route, text, type);
    expect([status, body.code]).toEqual([400, 'bad_json']);
  });

  test.each(['text/plain', 'application/jsonp', 'nonsense'])('JSON sent as %s is read', async (type) => {
    const [json, other] = [await send(route, '{"email":7}'), await send(route, '{"email":7}', type)];
    expect([other.status, other.body]).toEqual([json.status, json.body]);
  });

  test('an empty body and null get the same response as an empty object', async () => {
    const emptyBodyResponse = await send(route, '{}');
    for (const text of ['', 'null']) {
      const response = await send(route, text);
      expect([response.status, response.body?.code, response.body?.error]).toEqual([
        emptyBodyResponse.status,
        emptyBodyResponse.body?.code,
        emptyBodyResponse.body?.error,
      ]);
    }
  });

  test('a body of one megabyte is too large, and one just below it is a client error', async () => {
    expect(errorOf(await send(route, JSON.stringify({ email: 'x'.repeat(1_048_576) })))).toEqual([
      413,
      'request_entity_too_large',
      'Request body too large (max 1048576 bytes)',
    ]);
    // A field that the route does not read is ignored, whatever its length.
    for (const field of route.fields.filter((name) => ['email', 'password', 'data'].includes(name)))
      expectClientError(await sendWith(route, field, 'x'.repeat(1_040_000)));
  });

  test('deeply nested JSON is a client error', async () => {
    const nestedArrays = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    for (const field of everyRow ? route.fields : ['email', 'data']) {
      const inData = `{"email":"${randomUUID()}@example.com","password":"Sunflower7","${field}":{"x":${nestedArrays}}}`;
      expectClientError(await send(route, inData));
    }
  });
});

describe.each(routeCases)('$name', (route) => {
  test('a body that is not an object is refused with an explanation', async () => {
    for (const [text, kind] of [
      ['[]', 'array'],
      ['["a@example.com"]', 'array'],
      ['"a@example.com"', 'string'],
      ['7', 'number'],
      ['true', 'boolean'],
    ] as const) {
      const response = await send(route, text);
      if (route.path.startsWith(factor)) expectClientError(response);
      else
        expect(errorOf(response)).toEqual([
          400,
          'validation_failed',
          `body: Invalid input: expected object, received ${kind}`,
        ]);
    }
  });

  test('a field of the wrong type is named in the error', async () => {
    for (const [field, value] of fieldsWith(route.fields, [['x'], 7, [[]]])) {
      const response = await send(route, JSON.stringify({ [field]: value }));
      if (route.path.startsWith(factor)) expectClientError(response);
      else
        expect(errorOf(response)).toEqual([
          400,
          'validation_failed',
          expect.stringMatching(`^${field}: Invalid input: `),
        ]);
    }
  });

  test('unknown fields are ignored', async () => {
    const plain = await send(route, '{}');
    const unknownFields = {
      options: {},
      gotrue_meta_security: { captcha_token: 'x' },
      toString: 1,
      hasOwnProperty: [],
      role: 'admin',
      id: randomUUID(),
      factorId: 'x',
    };
    const response = await send(route, JSON.stringify(unknownFields));
    expect([response.status, response.body?.code, response.body?.error]).toEqual([
      plain.status,
      plain.body?.code,
      plain.body?.error,
    ]);
  });

  test('a very long text is a client error', async () => {
    for (const field of route.fields) {
      const response = await sendWith(route, field, 'x'.repeat(50_000));
      if (response.status !== 200) expectClientError(response);
    }
  });

  test('text that Postgres cannot store is a client error', async () => {
    for (const [field, invalidText] of fieldsWith(route.fields, ['a\u0000b', '\ud800'])) {
      const response = await sendWith(route, field, invalidText);
      if (response.status !== 200) expectClientError(response);
    }
  });
});

describe('a query', () => {
  const queryForms: Readonly<Record<string, (name: string) => string>> = {
    'sent twice': (name) => `${name}=a&${name}=b`,
    'as a list': (name) => `${name}[]=a&${name}[]=b`,
    'as a thing': (name) => `${name}[a]=b`,
    empty: (name) => `${name}=`,
    'of brackets': (name) => `${name}=%5B%5D`,
    'cut off': (name) => `${name}=%E0%A4`,
    'that is not text': (name) => `${name}=%ff%fe`,
    'of eight thousand letters': (name) => `${name}=${'x'.repeat(8_000)}`,
    'with a line of its own': (name) => `${name}=a%0d%0aset-cookie:%20x=y`,
    'that poisons': (name) => `__proto__[${name}]=a&constructor[prototype][${name}]=b&${name}=toString`,
    'with NUL': (name) => `${name}=a%00b`,
  };
  /** One parser reads all parameters: a few of them are sent in every form, all others in the most harmful ones. */
  const formsOf = (name: string) =>
    Object.entries(queryForms).filter(
      ([form]) =>
        everyRow ||
        ['redirect_to', 'grant_type'].includes(name) ||
        ['sent twice', 'that is not text', 'with a line of its own', 'with NUL'].includes(form),
    );
  const requests: readonly (readonly [method: string, path: string, ...names: string[]])[] = [
    ['POST', '/token', 'grant_type'],
    ['POST', '/logout', 'scope'],
    ['POST', '/signup', 'redirect_to'],
    ['POST', '/recover', 'redirect_to'],
    ['POST', '/otp', 'redirect_to'],
    ['PUT', '/user', 'redirect_to'],
    ['GET', '/verify', 'token', 'type', 'redirect_to'],
    ['GET', '/link', 'token', 'type', 'redirect_to'],
    [
      'GET',
      '/authorize',
      ...['provider', 'redirect_to', 'scopes', 'code_challenge', 'code_challenge_method', 'role', 'terms_version'],
    ],
    ['GET', '/callback', 'state', 'code', 'iss', 'error', 'error_description'],
    ['GET', '/user/identities/authorize', 'provider', 'scopes', 'skip_http_redirect'],
  ];
  const parameters = requests.flatMap(([method, path, ...names]) => names.map((name) => [method, path, name] as const));

  test.each(parameters)('%s %s?%s', async (method, path, name) => {
    const by = path === '/logout' ? await site.signUp('client') : ann;
    for (const [kind, queryOf] of formsOf(name)) {
      const response = await site.request(method, `/auth/v1${path}?${queryOf(name)}`, {
        by,
        headers: { 'x-supabase-api-version': version },
        ...(method !== 'GET' && { body: {} }),
      });
      expect([kind, response.headers.get('set-cookie')]).toEqual([kind, null]);
      if (response.status >= 400) expectClientError(response);
      // A redirect must lead to this site.
      const leads = response.headers.get('location');
      if (leads) expect([kind, new URL(leads).port]).toEqual([kind, new URL(site.url).port]);
    }
  });
});
