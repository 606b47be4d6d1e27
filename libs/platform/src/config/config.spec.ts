import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Config, readConfig, WrongSettings } from './config.ts';
import { withDefaults, withValues } from './setting-files.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'festoon-config-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const readWith = (env: Record<string, string>) => readConfig({ FESTOON_DATA: folder, ...env });

test('every setting has a default', () => {
  expect(readWith({ PORT: '', LOG_LEVEL: ' ' })).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    server: undefined,
    eventStoreDb: undefined,
    s3Url: undefined,
    traceCollector: undefined,
    redisUrl: undefined,
    trustedProxies: [],
    smtpUrl: undefined,
    mailFrom: undefined,
    autoconfirm: true,
    passwordMemory: 64,
    openIdProviders: [],
    stripe: undefined,
    languageModel: undefined,
    assistantRepliesPerDay: 10_000,
    rateLimits: 1,
    demo: false,
    production: false,
    allowsSeeding: false,
    showsLiveFigures: false,
    logLevel: 'warn',
  });
});

test('settings are read from the environment', () => {
  const set = { PORT: '81', HOST: '0.0.0.0', PUBLIC_URL: 'https://festoon.example/', AUTH_AUTOCONFIRM: 'false' };
  const mail = { SMTP_URL: 'smtp://mail:25', MAIL_FROM: 'Festoon <hello@festoon.example>' };
  const limits = {
    RATE_LIMITS: '2.5',
    ASSISTANT_REPLIES_PER_DAY: '500',
    TRUSTED_PROXIES: '10.0.0.0/8, ::1',
    PASSWORD_MEMORY: '128',
    DATABASE_CONNECTIONS: '20',
  };
  const urls = {
    DATABASE_URL: 'postgres://u:p@h/d',
    REDIS_URL: 'redis://h',
    FESTOON_DEMO: '1',
    NODE_ENV: 'production',
  };
  expect(readWith({ ...set, ...urls, ...mail, ...limits, LOG_LEVEL: 'debug' })).toMatchObject({
    port: 81,
    host: '0.0.0.0',
    publicUrl: 'https://festoon.example',
    trustedProxies: ['10.0.0.0/8', '::1'],
    smtpUrl: 'smtp://mail:25',
    mailFrom: 'Festoon <hello@festoon.example>',
    autoconfirm: false,
    passwordMemory: 128,
    databaseConnections: 20,
    assistantRepliesPerDay: 500,
    rateLimits: 2.5,
    databaseUrl: 'postgres://u:p@h/d',
    redisUrl: 'redis://h',
    demo: true,
    production: true,
    logLevel: 'debug',
  });
});

test('every setting can be in a file, which is named by a setting that ends with _FILE', () => {
  const fileWith = (name: string, content: string): string => {
    const file = join(folder, name);
    writeFileSync(file, content);
    return file;
  };
  const files = {
    DATABASE_URL_FILE: fileWith('database-url', 'postgres://u:p@h/d\n'),
    SIGNED_URL_KEY_FILE: fileWith('signed-url-key', 'k'.repeat(43)),
    // An empty file counts as not set, like an empty variable.
    STRIPE_KEY_FILE: fileWith('stripe-key', '\n'),
    REDIS_URL_FILE: '',
  };
  const { databaseUrl, secrets, stripe, redisUrl } = readWith(files);
  expect([databaseUrl, secrets.signedUrls, stripe, redisUrl]).toEqual([
    'postgres://u:p@h/d',
    'k'.repeat(43),
    undefined,
    undefined,
  ]);
  expect(() => readWith({ ...files, DATABASE_URL: 'postgres://u:p@h/d' })).toThrow(
    'DATABASE_URL and DATABASE_URL_FILE are both set: remove one of them.',
  );
  expect(() => readWith({ AI_KEY_FILE: join(folder, 'missing') })).toThrow('missing": there is no such file.');
  expect(() => readWith({ REDIS_URL_FILE: fileWith('redis-url', 'http://secret@h') })).toThrow(
    'REDIS_URL is wrong: it must be a URL like redis://host:6379.',
  );
});

test('defaults and values of scripts do not clash with settings in files', () => {
  const file = join(folder, 'demo');
  writeFileSync(file, '1\n');
  const given = { FESTOON_DATA: folder, FESTOON_DEMO_FILE: file, PORT_FILE: file, HOST: ' ' };
  const defaults = withDefaults(given, { FESTOON_DEMO: 'false', PORT: '81', HOST: '0.0.0.0' });
  expect(readConfig(defaults)).toMatchObject({ demo: true, port: 1, host: '0.0.0.0' });
  expect(readConfig(withValues(given, { PORT: '82', FESTOON_DEMO: 'no' }))).toMatchObject({ demo: false, port: 82 });
});

test('PAYMENTS=stripe needs a key and a webhook secret, which no message repeats, and serves no demo', () => {
  const set = { PAYMENTS: 'stripe', STRIPE_KEY: 'rk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
  const account = { key: 'rk_live_1', webhookSecret: 'whsec_1' };
  expect(readWith(set).stripe).toEqual({ ...account, url: 'https://api.stripe.com' });
  expect(readWith({ ...set, STRIPE_URL: 'http://127.0.0.1:1' }).stripe).toEqual({
    ...account,
    url: 'http://127.0.0.1:1',
  });
  expect(readWith({ ...set, PAYMENTS: 'sandbox' }).stripe).toBeUndefined();
  const wrong: [Record<string, string>, RegExp][] = [
    [{ STRIPE_KEY: '' }, /^STRIPE_KEY is not set: PAYMENTS is stripe/],
    [{ STRIPE_KEY: 'pk_live_1' }, /^STRIPE_KEY is wrong: it must be a secret or restricted key/],
    [{ STRIPE_WEBHOOK_SECRET: '' }, /^STRIPE_WEBHOOK_SECRET is not set: PAYMENTS is stripe/],
    [{ STRIPE_WEBHOOK_SECRET: 'secret' }, /^STRIPE_WEBHOOK_SECRET is wrong: it must be the signing secret/],
    [{ STRIPE_URL: 'http://stripe.example' }, /^STRIPE_URL is wrong: it must begin with https/],
    [{ FESTOON_DEMO: 'true' }, /^PAYMENTS is "stripe": a demo takes no real money/],
    [{ PAYMENTS: 'paypal' }, /^PAYMENTS is "paypal": it must be one of sandbox, stripe\.$/],
  ];
  for (const [changes, message] of wrong) expect(() => readWith({ ...set, ...changes })).toThrow(message);
});

test('AI_URL and AI_MODEL select a language model; a local one may need no key', () => {
  const set = { AI_URL: 'http://localhost:11434/v1', AI_MODEL: 'small' };
  expect(readWith(set).languageModel).toEqual({ url: set.AI_URL, key: undefined, model: 'small' });
  expect(readWith({ ...set, AI_KEY: 'sk-1' }).languageModel).toMatchObject({ key: 'sk-1' });
  expect(readWith({ AI_MODEL: 'small' }).languageModel).toBeUndefined();
});

test('the key of a language model is not sent to another machine unencrypted', () => {
  const set = { AI_URL: 'http://models.example/v1', AI_MODEL: 'small' };
  expect(readWith(set).languageModel).toMatchObject({ model: 'small' });
  expect(() => readWith({ ...set, AI_KEY: 'sk-hush' })).toThrow(
    new WrongSettings([
      'AI_URL is wrong: it must begin with https:// if it is on another machine, because AI_KEY is sent there.',
    ]),
  );
});

test('dummy vendors are allowed in demo mode or by ALLOW_SEEDING, and by the setting alone not in production', () => {
  expect(readWith({ ALLOW_SEEDING: 'true' }).allowsSeeding).toBe(true);
  expect(readWith({ FESTOON_DEMO: 'true' }).allowsSeeding).toBe(true);
  expect(readWith({ ALLOW_SEEDING: 'true', NODE_ENV: 'production' }).allowsSeeding).toBe(false);
});

test('LIVE_FIGURES makes the landing page show counts', () =>
  expect(readWith({ LIVE_FIGURES: 'true' }).showsLiveFigures).toBe(true));

test('EVENT_STORE selects the engine of the event log; EVENT_STORE_URL alone does not', () => {
  const url = 'esdb://a:2113,b:2113,c:2113?tls=true';
  expect(readWith({ EVENT_STORE_URL: url }).eventStoreDb).toBeUndefined();
  const eventStoreSettings = { EVENT_STORE: 'eventstoredb', EVENT_STORE_URL: url };
  expect(readWith(eventStoreSettings).eventStoreDb).toEqual({ url, prefix: '' });
  expect(readWith({ ...eventStoreSettings, EVENT_STORE_PREFIX: 'festoon' }).eventStoreDb).toEqual({
    url,
    prefix: 'festoon',
  });
});

test('the former names of the settings of EventStoreDB are refused with the new ones, where they would be used', () => {
  const [url, prefix] = ['esdb://a:2113', 'festoon'];
  const use = { EVENT_STORE: 'eventstoredb' };
  expect(() => readWith({ ...use, EVENTSTORE_URL: url })).toThrow(
    'EVENTSTORE_URL has a new name: set EVENT_STORE_URL instead.',
  );
  expect(() => readWith({ ...use, EVENT_STORE_URL: url, EVENTSTORE_PREFIX: prefix })).toThrow(
    'EVENTSTORE_PREFIX has a new name: set EVENT_STORE_PREFIX instead.',
  );
  const settings = { EVENT_STORE_URL: url, EVENT_STORE_PREFIX: prefix };
  const bothNames = { ...use, ...settings, EVENTSTORE_URL: 'other', EVENTSTORE_PREFIX: 'other' };
  expect(readWith(bothNames).eventStoreDb).toEqual({ url, prefix });
  expect(readWith({ EVENTSTORE_URL: url }).eventStoreDb).toBeUndefined();
});

test.each([
  ['PORT', 'abc', 'PORT is "abc": it must be a port number from 0 to 65535.'],
  ['PORT', '65536', 'PORT is "65536": it must be a port number from 0 to 65535.'],
  ['PORT', '80.5', 'PORT is "80.5": it must be a port number from 0 to 65535.'],
  ['METRICS_PORT', '65536', 'METRICS_PORT is "65536": it must be a port number from 0 to 65535.'],
  [
    'METRICS_HOST',
    'a b',
    'METRICS_HOST is "a b": it must be an address or a name to listen on, like 127.0.0.1 or 0.0.0.0.',
  ],
  [
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'key@collector',
    'OTEL_EXPORTER_OTLP_ENDPOINT is wrong: it must be a URL like http://localhost:4318.',
  ],
  ['HOST', 'a b', 'HOST is "a b": it must be an address or a name to listen on, like 127.0.0.1 or 0.0.0.0.'],
  [
    'DATABASE_URL',
    'mysql://h/d',
    'DATABASE_URL is wrong: it must be a URL like postgres://user:password@host:5432/database.',
  ],
  ['EVENT_STORE', 'mongo', 'EVENT_STORE is "mongo": it must be one of postgres, eventstoredb.'],
  [
    'EVENT_STORE',
    'eventstoredb',
    'EVENT_STORE_URL is not set: EVENT_STORE is eventstoredb, so it must contain the server’s address, like esdb://user:password@host:2113?tls=true.',
  ],
  [
    'EVENT_STORE_URL',
    'http://a',
    'EVENT_STORE_URL is wrong: it must be a connection string like esdb://user:password@host:2113?tls=true.',
  ],
  [
    'EVENT_STORE_URL',
    'esdb://ann:hunter2@a:2113?tls=true&tlsVerifyCert=false',
    'EVENT_STORE_URL is wrong: its options must be name=value, with these names: tls, tlsCAFile, userCertFile, userKeyFile, nodePreference, maxDiscoverAttempts, discoveryInterval, gossipTimeout, keepAliveInterval, keepAliveTimeout, connectionName.',
  ],
  [
    'EVENT_STORE_PREFIX',
    'A.b',
    'EVENT_STORE_PREFIX is "A.b": it must be lowercase letters, digits and hyphens, like festoon.',
  ],
  [
    'S3_URL',
    'https://s3.example/photos',
    'S3_URL is wrong: it must have a key, a secret and a bucket, like https://key:secret@s3.example/bucket.',
  ],
  ['S3_URL', 's3://photos', 'S3_URL is wrong: it must be a URL like https://key:secret@s3.example/bucket.'],
  ['REDIS_URL', 'localhost', 'REDIS_URL is wrong: it must be a URL like redis://host:6379.'],
  ['PUBLIC_URL', 'ftp://a', 'PUBLIC_URL is wrong: it must be a URL like https://festoon.example.'],
  ['PUBLIC_URL', 'http://a/b', 'PUBLIC_URL is wrong: it must end after the host, without a path.'],
  ['AUTH_AUTOCONFIRM', 'perhaps', 'AUTH_AUTOCONFIRM is "perhaps": it must be true or false.'],
  ['PASSWORD_MEMORY', '18', 'PASSWORD_MEMORY is "18": it must be a number of MiB from 19 to 1024.'],
  ['DATABASE_CONNECTIONS', '3', 'DATABASE_CONNECTIONS is "3": it must be a number of connections from 4 to 100.'],
  ['PASSWORD_MEMORY', 'much', 'PASSWORD_MEMORY is "much": it must be a number of MiB from 19 to 1024.'],
  ['SMTP_URL', 'mail.example', 'SMTP_URL is wrong: it must be a URL like smtps://user:password@mail.example:465.'],
  [
    'SMTP_URL',
    'smtp://a',
    'MAIL_FROM is not set: mails that SMTP_URL sends need a sender, like Festoon <hello@festoon.example>.',
  ],
  ['AI_URL', 'localhost', 'AI_URL is wrong: it must be a URL like https://api.openai.com/v1.'],
  ['AI_KEY', 'a secret', 'AI_KEY is wrong: it must be a key without spaces.'],
  ['AI_URL', 'https://a/v1', 'AI_MODEL is not set: the server of AI_URL needs the name of a model, like gpt-4.1-mini.'],
  ['MAIL_FROM', 'Festoon', 'MAIL_FROM is "Festoon": it must be an address like Festoon <hello@festoon.example>.'],
  [
    'RATE_LIMITS',
    '-1',
    'RATE_LIMITS is "-1": it must be a number: 1 for the default limits, 10 for ten times as many requests, 0 for no limits.',
  ],
  [
    'TRUSTED_PROXIES',
    '10.0.0.0/8,proxy',
    'TRUSTED_PROXIES is "10.0.0.0/8,proxy": it must be addresses or networks separated by commas, like 10.0.0.0/8, ::1.',
  ],
  ['FESTOON_DEMO', 'x', 'FESTOON_DEMO is "x": it must be true or false.'],
  ['ALLOW_SEEDING', 'x', 'ALLOW_SEEDING is "x": it must be true or false.'],
  ['LIVE_FIGURES', 'x', 'LIVE_FIGURES is "x": it must be true or false.'],
  ['LOG_LEVEL', 'loud', 'LOG_LEVEL is "loud": it must be one of error, warn, info, debug.'],
])('%s=%s fails the start with an explanation', (name, value, message) => {
  expect(() => readWith({ [name]: value })).toThrow(new WrongSettings([message]));
});

test('all wrong settings are named, and values that may contain a password are not repeated', () => {
  const wrongSettings = { PORT: '-1', DATABASE_URL: 'http://u:hunter2@h', PERSONAL_DATA_KEY: 'hunter3' };
  expect(() => readWith(wrongSettings)).toThrow(/^PORT is .+\nDATABASE_URL is wrong.+\nPERSONAL_DATA_KEY is wrong.+$/);
  expect(() => readWith(wrongSettings)).not.toThrow(/hunter/);
});

test('a path that cannot be a data folder is named', () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  expect(() => readWith({ FESTOON_DATA: join(file, 'data') })).toThrow(
    new WrongSettings([`FESTOON_DATA is "${join(file, 'data')}": part of this path is a file, but must be a folder.`]),
  );
});

test.each(['/proc/festoon', '/dev/null/festoon'])(
  'a data folder in %s, where none can be created, fails the start',
  (place) => {
    expect(() => readWith({ FESTOON_DATA: place })).toThrow(`FESTOON_DATA is "${place}"`);
  },
);

test('secrets are created once, readable only by their owner, and the environment takes precedence', () => {
  const { secrets } = readWith({});
  expect(new Set(Object.values(secrets)).size).toBe(5);
  expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600);
  expect(readWith({}).secrets).toEqual(secrets);
  const ownSecret = 'a'.repeat(64);
  expect(readWith({ SIGNED_URL_KEY: ownSecret }).secrets).toEqual({ ...secrets, signedUrls: ownSecret });
});

test('the previous key of links to files is a secret of its own', () => {
  expect(readWith({}).previousSignedUrlKey).toBeUndefined();
  expect(readWith({ SIGNED_URL_KEY_PREVIOUS: 'c'.repeat(64) }).previousSignedUrlKey).toBe('c'.repeat(64));
  expect(() => readWith({ SIGNED_URL_KEY_PREVIOUS: 'short' })).toThrow('SIGNED_URL_KEY_PREVIOUS is wrong');
});

test('a secret that is missing in an older file is added, and the others do not change', () => {
  const { secrets } = readWith({});
  const { passwords, ...older } = secrets;
  writeFileSync(join(folder, 'secrets.json'), JSON.stringify(older));
  const now = readWith({}).secrets;
  expect(now).toEqual({ ...secrets, passwords: now.passwords });
  expect(now.passwords).not.toBe(passwords);
  expect(JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8'))).toEqual(now);
});

test('a damaged secrets file fails the start and is not replaced', () => {
  const otherFolder = mkdtempSync(join(tmpdir(), 'festoon-config-'));
  writeFileSync(join(otherFolder, 'secrets.json'), '{');
  expect(() => readWith({ FESTOON_DATA: otherFolder })).toThrow('restore the correct file');
  rmSync(otherFolder, { recursive: true });
});

test('the address of the embedded server is added once it runs', () => {
  const config = readWith({ PORT: '81' });
  expect(() => config.databaseUrl).toThrow('No database is known');
  const runningConfig = config.with({ server: 'postgres://a', port: 82 });
  expect(runningConfig).toBeInstanceOf(Config);
  expect(runningConfig).toMatchObject({ databaseUrl: 'postgres://a', publicUrl: 'http://localhost:82' });
});

const google = { name: 'google', issuer: 'https://accounts.google.com', clientId: 'festoon' };

test('identity providers are a JSON list with defaults for omitted fields', () => {
  const ownProvider = {
    name: 'own',
    issuer: 'http://localhost:4000/op',
    clientId: 'a',
    clientSecret: 'b',
    trustsEmail: false,
  };
  const set = { OIDC_PROVIDERS: JSON.stringify([google, { ...ownProvider, scopes: 'openid email' }]) };
  expect(readWith({}).openIdProviders).toEqual([]);
  expect(readWith(set).openIdProviders).toEqual([
    { ...google, scopes: 'openid email profile', trustsEmail: true },
    { ...ownProvider, scopes: 'openid email' },
  ]);
});

test.each([
  ['no JSON', 'google', 'it is not a list'],
  ['no list', '{}', 'it is not a list'],
  ['no issuer', JSON.stringify([{ name: 'a', clientId: 'b' }]), 'each needs an issuer'],
  ['an open issuer', JSON.stringify([{ ...google, issuer: 'http://accounts.google.com' }]), 'an issuer is an https'],
  ['an issuer with a query', JSON.stringify([{ ...google, issuer: 'https://a.example/?b' }]), 'an issuer is an https'],
  ['a name that is taken', JSON.stringify([{ ...google, name: 'email' }]), 'no name may be email'],
  ['one name twice', JSON.stringify([google, google]), 'two have the same name'],
  ['scopes without openid', JSON.stringify([{ ...google, scopes: 'email' }]), 'openid among them'],
])('OIDC_PROVIDERS with %s is refused, and the error does not contain its value', (_, OIDC_PROVIDERS, why) => {
  const secret = OIDC_PROVIDERS.replace('"festoon"', '"festoon","clientSecret":"hush-hush"');
  expect(() => readWith({ OIDC_PROVIDERS: secret })).toThrow(why);
  expect(() => readWith({ OIDC_PROVIDERS: secret })).not.toThrow('hush-hush');
});
