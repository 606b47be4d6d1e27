import { z } from 'zod';
import { openIdProviders } from './openid-providers.ts';
import { secretSettings } from './secrets.ts';

const exampleSender = 'Festoon <hello@festoon.example>';
/** The engines of the event store. */
const engines = ['postgres', 'eventstoredb'] as const;
/** The engines of the payments gateway. */
const gateways = ['sandbox', 'stripe'] as const;
const logLevels = ['error', 'warn', 'info', 'debug'] as const;

/** The options of a connection string. Its client prints a string with others, with the password, and ignores them. */
const eventStoreOptions = [
  'tls',
  'tlsCAFile',
  'userCertFile',
  'userKeyFile',
  'nodePreference',
  'maxDiscoverAttempts',
  'discoveryInterval',
  'gossipTimeout',
  'keepAliveInterval',
  'keepAliveTimeout',
  'connectionName',
];

/** All settings. A setting that is missing or empty gets its default. */
export const environment = z
  .object({
    PORT: port().default(3000),
    HOST: host().default('127.0.0.1'),
    METRICS_PORT: port().optional(),
    METRICS_HOST: host().default('127.0.0.1'),
    OTEL_EXPORTER_OTLP_ENDPOINT: url(['http:', 'https:'], 'http://localhost:4318').optional(),
    FESTOON_DATA: z.string().optional(),
    DATABASE_URL: url(['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/database').optional(),
    DATABASE_CONNECTIONS: wholeNumber('a number of connections', 4, 100).default(10),
    EVENT_STORE: z.enum(engines, `it must be one of ${engines.join(', ')}`).default('postgres'),
    EVENT_STORE_URL: z
      .string()
      .regex(
        /^esdb(\+discover)?:\/\/[^\s/]+/,
        'it must be a connection string like esdb://user:password@host:2113?tls=true',
      )
      .refine(hasKnownOptions, `its options must be name=value, with these names: ${eventStoreOptions.join(', ')}`)
      .optional(),
    EVENT_STORE_PREFIX: z
      .string()
      .regex(/^[a-z][a-z0-9-]*$/, 'it must be lowercase letters, digits and hyphens, like festoon')
      .optional(),
    S3_URL: url(['http:', 'https:'], 'https://key:secret@s3.example/bucket')
      .refine(namesBucket, 'it must have a key, a secret and a bucket, like https://key:secret@s3.example/bucket')
      .optional(),
    REDIS_URL: url(['redis:', 'rediss:'], 'redis://host:6379').optional(),
    PUBLIC_URL: url(['http:', 'https:'], 'https://festoon.example')
      .refine((value) => /^[^:]+:\/\/[^/?#]+\/?$/.test(value), 'it must end after the host, without a path')
      .optional(),
    TRUSTED_PROXIES: z
      .string()
      .transform((value) => value.split(',').map((part) => part.trim()))
      .refine(
        (parts) => parts.every(isNetwork),
        'it must be addresses or networks separated by commas, like 10.0.0.0/8, ::1',
      )
      .default([]),
    SMTP_URL: url(['smtp:', 'smtps:'], 'smtps://user:password@mail.example:465').optional(),
    MAIL_FROM: z
      .string()
      .regex(/^([^<>"\r\n]*<[^<>\s@]+@[^<>\s@]+>|[^<>\s@]+@[^<>\s@]+)$/, `it must be an address like ${exampleSender}`)
      .optional(),
    AUTH_AUTOCONFIRM: flag().default(true),
    PASSWORD_MEMORY: wholeNumber('a number of MiB', 19, 1_024).default(64),
    OIDC_PROVIDERS: openIdProviders.default([]),
    RATE_LIMITS: z.coerce
      .number('it must be a number: 1 for the default limits, 10 for ten times as many requests, 0 for no limits')
      .min(0, 'it must be a number: 1 for the default limits, 10 for ten times as many requests, 0 for no limits')
      .optional(),
    PAYMENTS: z.enum(gateways, `it must be one of ${gateways.join(', ')}`).default('sandbox'),
    STRIPE_KEY: z
      .string()
      .regex(/^[rs]k_(test|live)_\w+$/, 'it must be a secret or restricted key, which begins with sk_ or rk_')
      .optional(),
    STRIPE_WEBHOOK_SECRET: z
      .string()
      .regex(/^whsec_\w+$/, 'it must be the signing secret of a webhook endpoint, which begins with whsec_')
      .optional(),
    STRIPE_URL: url(['http:', 'https:'], 'https://api.stripe.com')
      .refine(
        isEncryptedOrLocal,
        'it must begin with https:// if it is on another machine, because STRIPE_KEY is sent there',
      )
      .optional(),
    AI_URL: url(['http:', 'https:'], 'https://api.openai.com/v1').optional(),
    AI_KEY: z
      .string()
      .regex(/^[\x21-\x7e]+$/, 'it must be a key without spaces')
      .optional(),
    AI_MODEL: z.string().trim().optional(),
    ASSISTANT_REPLIES_PER_DAY: wholeNumber('a number of replies', 1, 1_000_000).default(10_000),
    FESTOON_DEMO: flag().default(false),
    NODE_ENV: z.string().optional(),
    ALLOW_SEEDING: flag().optional(),
    LIVE_FIGURES: flag().default(false),
    LOG_LEVEL: z.enum(logLevels, `it must be one of ${logLevels.join(', ')}`).default('warn'),
    ...Object.fromEntries(Object.values(secretSettings).map((name) => [name, secretText()])),
    SIGNED_URL_KEY_PREVIOUS: secretText(),
  })
  .refine(({ SMTP_URL, MAIL_FROM }) => !SMTP_URL || MAIL_FROM, {
    when: ({ issues }) => issues.length === 0,
    path: ['MAIL_FROM'],
    message: `mails that SMTP_URL sends need a sender, like ${exampleSender}`,
  })
  .refine(({ AI_URL, AI_KEY }) => !AI_URL || !AI_KEY || isEncryptedOrLocal(AI_URL), {
    when: ({ issues }) => issues.length === 0,
    path: ['AI_URL'],
    message: 'it must begin with https:// if it is on another machine, because AI_KEY is sent there',
  })
  .refine(({ AI_URL, AI_MODEL }) => !AI_URL || AI_MODEL, {
    when: ({ issues }) => issues.length === 0,
    path: ['AI_MODEL'],
    message: 'the server of AI_URL needs the name of a model, like gpt-4.1-mini',
  })
  .refine(({ PAYMENTS, STRIPE_KEY }) => PAYMENTS === 'sandbox' || STRIPE_KEY, {
    when: ({ issues }) => issues.length === 0,
    path: ['STRIPE_KEY'],
    message: 'PAYMENTS is stripe, so it must contain a secret or restricted key of the Stripe account',
  })
  .refine(({ PAYMENTS, STRIPE_WEBHOOK_SECRET }) => PAYMENTS === 'sandbox' || STRIPE_WEBHOOK_SECRET, {
    when: ({ issues }) => issues.length === 0,
    path: ['STRIPE_WEBHOOK_SECRET'],
    message: 'PAYMENTS is stripe, so it must contain the signing secret of the webhook endpoint',
  })
  .refine(({ PAYMENTS, FESTOON_DEMO }) => PAYMENTS === 'sandbox' || !FESTOON_DEMO, {
    when: ({ issues }) => issues.length === 0,
    path: ['PAYMENTS'],
    message: 'a demo takes no real money, so it must be sandbox while FESTOON_DEMO is true',
  })
  .refine(({ EVENT_STORE, EVENT_STORE_URL }) => EVENT_STORE === 'postgres' || EVENT_STORE_URL, {
    when: ({ issues }) => issues.length === 0,
    path: ['EVENT_STORE_URL'],
    message:
      'EVENT_STORE is eventstoredb, so it must contain the server’s address, like esdb://user:password@host:2113?tls=true',
  });

function wholeNumber(meaning: string, min: number, max: number) {
  const message = `it must be ${meaning} from ${min} to ${max}`;
  return z.coerce.number(message).int(message).min(min, message).max(max, message);
}

function port() {
  return wholeNumber('a port number', 0, 65_535);
}

function host() {
  return z.union(
    [z.ipv4(), z.ipv6(), z.hostname()],
    'it must be an address or a name to listen on, like 127.0.0.1 or 0.0.0.0',
  );
}

function isNetwork(value: string): boolean {
  return z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]).safeParse(value).success;
}

function isEncryptedOrLocal(value: string): boolean {
  const { protocol, hostname } = new URL(value);
  return protocol === 'https:' || /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

function namesBucket(value: string): boolean {
  const { username, password, pathname } = new URL(value);
  return username !== '' && password !== '' && /^\/[a-z0-9][a-z0-9.-]+$/.test(pathname);
}

function hasKnownOptions(value: string): boolean {
  const options = value
    .replace(/^[^?]*\??/, '')
    .split('&')
    .filter(Boolean);
  return options.every((option) => eventStoreOptions.includes(option.replace(/=[^=]+$/, '')));
}

function secretText() {
  return z
    .string()
    .regex(/^[\w-]{43,}$/, 'it must be 32 random bytes or more in base64url, as `openssl rand -hex 32` also gives')
    .optional();
}

function url(protocols: readonly string[], example: string) {
  const fits = (value: string) => URL.canParse(value) && protocols.includes(new URL(value).protocol);
  return z.string().refine(fits, { error: `it must be a URL like ${example}`, abort: true });
}

function flag() {
  return z.stringbool({ error: 'it must be true or false' });
}

/** The checked environment variables. */
export type Environment = z.infer<typeof environment>;
