import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Database } from '#platform/postgres';
import { newEmail, password, person, type RefusedCall, startAuthApp } from '../auth-app.suite.ts';

let auth: Awaited<ReturnType<typeof startAuthApp>>;
beforeAll(async () => {
  auth = await startAuthApp();
});
afterAll(() => auth.stop());

const weakSignUp = { email: newEmail(), password: 'weak', data: person() };
const legacy = { 'x-supabase-api-version': '' };

test('newer clients get a string as the error code, and the version echoed', async () => {
  for (const version of ['2024-01-01', '2025-06-30']) {
    const { status, headers, body } = await auth.call('POST', '/token?grant_type=password', {
      body: { email: newEmail(), password },
      headers: { 'x-supabase-api-version': version },
    });
    expect([status, body]).toEqual([400, { code: 'invalid_credentials', message: 'Invalid login credentials' }]);
    expect(headers.get('x-supabase-api-version')).toBe('2024-01-01');
    expect(headers.get('x-sb-error-code')).toBe('invalid_credentials');
    expect(headers.get('cache-control')).toBe('no-store');
  }
});

test('older clients get a number as the error code, and no version', async () => {
  for (const version of ['', '2023-12-31', 'latest', '2024-99-99']) {
    const { status, headers, body } = await auth.call('POST', '/token?grant_type=password', {
      body: { email: newEmail(), password },
      headers: { 'x-supabase-api-version': version },
    });
    expect([status, body]).toEqual([
      400,
      { code: 400, error_code: 'invalid_credentials', msg: 'Invalid login credentials' },
    ]);
    expect(headers.get('x-supabase-api-version')).toBeNull();
  }
});

test('a weak password lists its reasons in both formats', async () => {
  const message = 'Password must be at least 8 characters';
  const weak_password = { reasons: ['length', 'characters'] };
  expect(await auth.call('POST', '/signup', { body: weakSignUp })).toMatchObject({
    status: 422,
    body: { code: 'weak_password', message, weak_password },
  });
  expect((await auth.call('POST', '/signup', { body: weakSignUp, headers: legacy })).body).toEqual({
    code: 422,
    error_code: 'weak_password',
    msg: message,
    weak_password,
  });
  const { error } = await auth.client().signUp({ ...weakSignUp, options: { data: weakSignUp.data } });
  expect(error).toMatchObject({ name: 'AuthWeakPasswordError', reasons: ['length', 'characters'] });
});

test.each([
  ['Sunflower', 'Password must contain at least one number'],
  ['sunflower7', 'Password must contain at least one uppercase letter'],
])('the password %s is refused as weak', async (tried, message) => {
  const { body } = await auth.call('POST', '/signup', { body: { ...weakSignUp, password: tried } });
  expect(body).toEqual({ code: 'weak_password', message, weak_password: { reasons: ['characters'] } });
});

const rows: readonly RefusedCall[] = [
  [
    'sign-up without a password',
    'POST',
    '/signup',
    { email: newEmail() },
    400,
    'validation_failed',
    'Signup requires a valid password',
  ],
  [
    'sign-up with an invalid address',
    'POST',
    '/signup',
    { ...weakSignUp, password, email: 'ann@' },
    400,
    'validation_failed',
    'Unable to validate email address: invalid format',
  ],
  [
    'sign-up with too long an address',
    'POST',
    '/signup',
    {
      ...weakSignUp,
      password,
      email: `${'a'.repeat(60)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(20)}.com`,
    },
    400,
    'validation_failed',
    'Unable to validate email address: invalid format',
  ],
  [
    'sign-up with both an address and a phone number',
    'POST',
    '/signup',
    { ...weakSignUp, phone: '1555' },
    400,
    'validation_failed',
    'Only an email address or phone number should be provided on signup.',
  ],
  [
    'anonymous sign-up',
    'POST',
    '/signup',
    { data: {}, gotrue_meta_security: {} },
    422,
    'anonymous_provider_disabled',
    'Anonymous sign-ins are disabled',
  ],
  [
    'sign-up by phone',
    'POST',
    '/signup',
    { phone: '15550100', password },
    400,
    'phone_provider_disabled',
    'Phone signups are disabled',
  ],
  [
    'a password that is too long',
    'POST',
    '/signup',
    { ...weakSignUp, password: `Aa1${'ü'.repeat(35)}` },
    400,
    'validation_failed',
    'Password cannot be longer than 72 characters',
  ],
  [
    'an address that is not a string',
    'POST',
    '/signup',
    { email: 7, password },
    400,
    'validation_failed',
    'email: Invalid input: expected string, received number',
  ],
  [
    'an unknown grant type',
    'POST',
    '/token?grant_type=magic',
    {},
    400,
    'invalid_credentials',
    'unsupported_grant_type',
  ],
  ['no grant type', 'POST', '/token', {}, 400, 'invalid_credentials', 'unsupported_grant_type'],
  [
    'sign-in without an address',
    'POST',
    '/token?grant_type=password',
    { password },
    400,
    'validation_failed',
    'missing email or phone',
  ],
  [
    'sign-in by phone',
    'POST',
    '/token?grant_type=password',
    { phone: '1', password },
    422,
    'phone_provider_disabled',
    'Phone logins are disabled',
  ],
  [
    'recovery without an address',
    'POST',
    '/recover',
    {},
    400,
    'validation_failed',
    'Password recovery requires an email',
  ],
  ['an unknown route', 'POST', '/sms', {}, 404, 'unknown', 'Not Found'],
  ['an unknown nested route', 'DELETE', '/user/identities/x/y', {}, 404, 'unknown', 'Not Found'],
  ['an unsupported method', 'DELETE', '/user', undefined, 404, 'unknown', 'Not Found'],
  ['malformed JSON', 'POST', '/signup', '{"email":', 400, 'bad_json', expect.any(String) as never],
];
test.each(rows)('GoTrue’s error is returned for %s', async (_, method, path, body, status, code, message) => {
  const response = await auth.call(method, path, { body });
  expect([response.status, response.body]).toEqual([status, { code, message }]);
});

test.each([undefined, 'text/plain', 'text/plain;charset=UTF-8', 'application/x-www-form-urlencoded', 'nonsense'])(
  'a body is read as JSON although its Content-Type is %s',
  async (type) => {
    const { user } = await auth.signUp();
    const bytes = new TextEncoder().encode(JSON.stringify({ email: user.email, password }));
    const response = await fetch(`${auth.url}/token?grant_type=password`, {
      method: 'POST',
      body: bytes,
      headers: type ? { 'content-type': type } : {},
    });
    const session = (await response.json()) as { user?: { id?: string } };
    expect([response.status, session.user?.id]).toEqual([200, user.id]);
  },
);

test.each(['text/plain', 'application/x-www-form-urlencoded'])('a form as %s is not read', async (type) => {
  const body = `email=ann%40example.com&password=${password}`;
  const response = await fetch(`${auth.url}/token?grant_type=password`, {
    method: 'POST',
    body,
    headers: { 'content-type': type, 'x-supabase-api-version': '2024-01-01' },
  });
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([400, 'bad_json']);
});

test('a name with line breaks is refused', async () => {
  for (const data of [
    { ...person(), first_name: 'Ann\r\nBcc: eve@example.com' },
    { ...person(), last_name: 'Archer\nX' },
  ])
    expect(await auth.call('POST', '/signup', { body: { email: newEmail(), password, data } })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', message: expect.stringMatching(/^(First|Last) name must be on one line$/) },
    });
});

test('text that the database cannot store is a client error', async () => {
  const unstorable = 'The request contains characters that cannot be stored';
  const signUp = (data: object) => auth.call('POST', '/signup', { body: { email: newEmail(), password, data } });
  for (const text of ['a\u0000b', 'a\ud800b']) {
    for (const response of [
      await signUp({ ...person(), pet: text }),
      await signUp({ ...person(), last_name: text }),
      await signUp({ ...person(), [text]: 'cat' }),
    ])
      expect([response.status, response.body]).toEqual([400, { code: 'validation_failed', message: unstorable }]);
  }
  const body = { email: 'ann\u0000@example.com', password };
  expect((await auth.call('POST', '/token?grant_type=password', { body })).status).toBe(400);
  const { access_token: token } = await auth.signUp();
  expect((await auth.call('PUT', '/user', { token, body: { data: { pet: '\u0000' } } })).status).toBe(400);
});

test('a body that is too large is refused in the same format', async () => {
  const body = { email: newEmail(), password, data: { notes: 'x'.repeat(1_100_000) } };
  expect(await auth.call('POST', '/signup', { body })).toMatchObject({
    status: 413,
    body: { code: 'request_entity_too_large', message: 'Request body too large (max 1048576 bytes)' },
  });
});

test('a refresh without a token fails in OAuth’s format, for clients of every version', async () => {
  for (const [version, echoed] of [
    ['2024-01-01', '2024-01-01'],
    ['', null],
  ] as const) {
    const headers = { 'x-supabase-api-version': version };
    const response = await auth.call('POST', '/token?grant_type=refresh_token', { body: {}, headers });
    expect([response.status, response.body, response.headers.get('x-supabase-api-version')]).toEqual([
      400,
      { error: 'invalid request', error_description: 'refresh_token required' },
      echoed,
    ]);
  }
});

test('fields of their own account that users cannot change are refused', async () => {
  const { access_token: token, user } = await auth.signUp();
  const put = (body: object) => auth.call('PUT', '/user', { token, body });
  expect(await put({ app_metadata: { app_role: 'admin' } })).toMatchObject({
    status: 403,
    body: { code: 'not_admin', message: 'Updating app_metadata requires admin privileges' },
  });
  expect(await put({ phone: '15550100' })).toMatchObject({
    status: 422,
    body: { code: 'phone_provider_disabled', message: 'Phone numbers cannot be used to sign in' },
  });
  expect(await put({ email: user.email, data: null, code_challenge: null })).toMatchObject({
    status: 200,
    body: { id: user.id },
  });
  expect(await auth.call('POST', '/logout?scope=mine', { token })).toMatchObject({
    status: 400,
    body: { code: 'validation_failed', message: 'Unsupported logout scope "mine"' },
  });
  expect(await auth.call('GET', '/user', { token, headers: { 'x-jwt-aud': 'admins' } })).toMatchObject({
    status: 400,
    body: { code: 'validation_failed', message: "Token audience doesn't match request audience" },
  });
});

test('password recovery returns the same response for known and unknown addresses', async () => {
  const { user } = await auth.signUp();
  for (const email of [user.email ?? '', newEmail()])
    expect(await auth.call('POST', '/recover?redirect_to=http://localhost/login', { body: { email } })).toMatchObject({
      status: 200,
      body: {},
    });
  expect((await auth.client().resetPasswordForEmail(newEmail())).error).toBeNull();
});

test('responses with tokens or personal data are not cached', async () => {
  const signedUp = await auth.call('POST', '/signup', { body: { email: newEmail(), password, data: person() } });
  const token = signedUp.body.access_token;
  const secondRefresh = await auth.call('POST', '/token?grant_type=refresh_token', {
    body: { refresh_token: signedUp.body.refresh_token },
  });
  const user = await auth.call('GET', '/user', { token });
  for (const { status, headers } of [signedUp, secondRefresh, user])
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
});

test('OpenID Connect discovery names the issuer, the keys and the algorithm of access tokens', async () => {
  const { status, headers, body } = await auth.call('GET', '/.well-known/openid-configuration');
  const issuer = `${auth.config.publicUrl}/auth/v1`;
  expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=600']);
  expect(body).toMatchObject({
    issuer,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    id_token_signing_alg_values_supported: ['ES256'],
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
  });
});

test('health and settings describe the service', async () => {
  expect((await auth.call('GET', '/health')).body).toMatchObject({ version: 'v1.0', name: 'GoTrue' });
  expect((await auth.call('GET', '/settings')).body).toMatchObject({
    external: { anonymous_users: false, email: true, phone: false, google: false },
    disable_signup: false,
    mailer_autoconfirm: true,
    passkeys_enabled: false,
  });
});

test('a server error reveals no internals, only an id to find it in the log', async () => {
  const { refresh_token } = await auth.signUp();
  // A signing key that cannot be decrypted, because the secrets were replaced.
  await auth.app.get(Database).query("update identity.sessions set refresh_key = '\\x00'");
  const message = 'Unexpected failure, please check server logs for more information';
  const path = '/token?grant_type=refresh_token';
  expect(await auth.call('POST', path, { body: { refresh_token } })).toMatchObject({
    status: 500,
    body: { code: 'unexpected_failure', message },
  });
  expect((await auth.call('POST', path, { body: { refresh_token }, headers: legacy })).body).toEqual({
    code: 500,
    error_code: 'unexpected_failure',
    msg: message,
    error_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
});
