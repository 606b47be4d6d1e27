import { join, resolve } from 'node:path';
import { z } from 'zod';
import { checkout } from './checkout.ts';
import { type OpenIdProvider, openIdProviders } from './openid-providers.ts';
import { keepSecrets, type Secrets, secretSettings } from './secrets.ts';

const exampleSender = 'Festoon <hello@festoon.example>';
/** In demo mode one address is many people. */
const demoLimits = 20;
/** Where the log can be kept. */
const engines = ['postgres', 'eventstoredb'] as const;
const logLevels = ['error', 'warn', 'info', 'debug'] as const;

/** Every setting there is. A value left out, or left empty, takes its default. */
const environment = z
  .object({
    PORT: z.coerce
      .number('it must be a port number from 0 to 65535')
      .int('it must be a port number from 0 to 65535')
      .min(0, 'it must be a port number from 0 to 65535')
      .max(65_535, 'it must be a port number from 0 to 65535')
      .default(3000),
    HOST: z
      .union(
        [z.ipv4(), z.ipv6(), z.hostname()],
        'it must be an address or a name to listen on, like 127.0.0.1 or 0.0.0.0',
      )
      .default('127.0.0.1'),
    FESTOON_DATA: z.string().optional(),
    DATABASE_URL: url(['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/database').optional(),
    EVENT_STORE: z.enum(engines, `it must be one of ${engines.join(', ')}`).default('postgres'),
    EVENTSTORE_URL: z
      .string()
      .regex(
        /^esdb(\+discover)?:\/\/[^\s/]+/,
        'it must be a connection string like esdb://user:password@host:2113?tls=true',
      )
      .optional(),
    EVENTSTORE_PREFIX: z
      .string()
      .regex(/^[a-z][a-z0-9-]*$/, 'it must be lower-case letters, digits and hyphens, like festoon')
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
        'it must be addresses or networks with commas between, like 10.0.0.0/8',
      )
      .default([]),
    SMTP_URL: url(['smtp:', 'smtps:'], 'smtps://user:password@mail.example:465').optional(),
    MAIL_FROM: z
      .string()
      .regex(/^([^<>"\r\n]*<[^<>\s@]+@[^<>\s@]+>|[^<>\s@]+@[^<>\s@]+)$/, `it must be an address like ${exampleSender}`)
      .optional(),
    AUTH_AUTOCONFIRM: flag().default(true),
    OIDC_PROVIDERS: openIdProviders.default([]),
    RATE_LIMITS: z.coerce
      .number('it must be a number: 1 as designed, 10 ten times as much, 0 no limits')
      .min(0, 'it must be a number: 1 as designed, 10 ten times as much, 0 no limits')
      .optional(),
    FESTOON_DEMO: flag().default(false),
    LOG_LEVEL: z.enum(logLevels, `it must be one of ${logLevels.join(', ')}`).default('warn'),
    ...Object.fromEntries(
      Object.values(secretSettings).map((name) => [
        name,
        z
          .string()
          .regex(
            /^[\w-]{43,}$/,
            'it must be 32 random bytes or more in base64url, as `openssl rand -hex 32` also gives',
          )
          .optional(),
      ]),
    ),
  })
  .refine(({ SMTP_URL, MAIL_FROM }) => !SMTP_URL || MAIL_FROM, {
    when: ({ issues }) => issues.length === 0,
    path: ['MAIL_FROM'],
    message: `mails that SMTP_URL sends need a sender, like ${exampleSender}`,
  })
  .refine(({ EVENT_STORE, EVENTSTORE_URL }) => EVENT_STORE === 'postgres' || EVENTSTORE_URL, {
    when: ({ issues }) => issues.length === 0,
    path: ['EVENTSTORE_URL'],
    message: 'EVENT_STORE is eventstoredb, so it must say where that is, like esdb://user:password@host:2113?tls=true',
  });

function isNetwork(value: string): boolean {
  return z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]).safeParse(value).success;
}

function url(protocols: readonly string[], example: string) {
  const fits = (value: string) => URL.canParse(value) && protocols.includes(new URL(value).protocol);
  return z.string().refine(fits, `it must be a URL like ${example}`);
}

function flag() {
  return z.stringbool({ error: 'it must be true or false' });
}

/** What the settings come to. */
type Settings = {
  /** Where to listen; 0 takes any free port. */
  readonly port: number;
  readonly host: string;
  /** Absolute. Holds the embedded Postgres, the secrets and files that were uploaded. */
  readonly dataFolder: string;
  /** PUBLIC_URL without a slash at its end; {@link Config.publicUrl} is what people reach. */
  readonly statedUrl: string | undefined;
  /** DATABASE_URL, or undefined where the embedded Postgres serves. */
  readonly server: string | undefined;
  /** The EventStoreDB that keeps the log and what its streams' names begin with, or undefined where Postgres keeps it. */
  readonly eventStoreDb: { readonly url: string; readonly prefix: string } | undefined;
  /** The queue's Redis, or undefined where Postgres holds the queue. */
  readonly redisUrl: string | undefined;
  /** Whose word about a client's address is taken: addresses and networks. */
  readonly trustedProxies: readonly string[];
  /** Where mails are handed over, or undefined where the mailbox keeps them. */
  readonly smtpUrl: string | undefined;
  /** The sender of mails; there is one where `smtpUrl` is. */
  readonly mailFrom: string | undefined;
  /** Whether an e-mail address counts as verified from sign-up on. */
  readonly autoconfirm: boolean;
  /** Where people may sign in besides here. */
  readonly openIdProviders: readonly OpenIdProvider[];
  /** What all rate limits are multiplied with; 0 for none. */
  readonly rateLimits: number;
  readonly demo: boolean;
  readonly logLevel: (typeof logLevels)[number];
  readonly secrets: Secrets;
};

// A class to extend that has all of them, each named once.
const Settled = class {
  constructor(settings: Settings) {
    Object.assign(this, settings);
  }
} as new (
  settings: Settings,
) => Settings;

/** The settings of one process, checked. Type and token of injection. */
export class Config extends Settled {
  /** Reads and checks all settings, and makes the secrets at the first start. Throws a {@link WrongSettings}. */
  static from(env: Readonly<Record<string, string | undefined>>): Config {
    const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
    const read = environment.safeParse(given);
    if (!read.success) throw new WrongSettings(read.error.issues.map((issue) => sentence(issue, given)));
    const { PORT, HOST, DATABASE_URL, REDIS_URL, PUBLIC_URL, AUTH_AUTOCONFIRM, FESTOON_DEMO, LOG_LEVEL } = read.data;
    const { TRUSTED_PROXIES, SMTP_URL, MAIL_FROM, RATE_LIMITS, OIDC_PROVIDERS } = read.data;
    const dataFolder = resolve(read.data.FESTOON_DATA ?? join(checkout(), '.festoon'));
    return new Config({
      port: PORT,
      host: HOST,
      dataFolder,
      statedUrl: PUBLIC_URL?.replace(/\/$/, ''),
      server: DATABASE_URL,
      eventStoreDb: eventStoreDbIn(read.data),
      redisUrl: REDIS_URL,
      trustedProxies: TRUSTED_PROXIES,
      smtpUrl: SMTP_URL,
      mailFrom: MAIL_FROM,
      autoconfirm: AUTH_AUTOCONFIRM,
      openIdProviders: OIDC_PROVIDERS,
      rateLimits: RATE_LIMITS ?? (FESTOON_DEMO ? demoLimits : 1),
      demo: FESTOON_DEMO,
      logLevel: LOG_LEVEL,
      secrets: secretsIn(dataFolder, given),
    });
  }

  /** The site's own address without a slash at its end. */
  get publicUrl(): string {
    return this.statedUrl ?? `http://localhost:${this.port}`;
  }

  /** The Postgres to use. Throws where none is known: DATABASE_URL is not set and the embedded one was not started. */
  get databaseUrl(): string {
    if (!this.server)
      throw new Error('No database is known: DATABASE_URL is not set and no embedded Postgres was started');
    return this.server;
  }

  /** The same settings but these: `config.with({ server: embedded.url })`. */
  with(changes: Partial<Settings>): Config {
    return new Config({ ...this, ...changes });
  }
}

/** One sentence for each wrong setting: which, and why. */
export class WrongSettings extends Error {
  constructor(sentences: readonly string[]) {
    super(sentences.join('\n'));
  }
}

/** {@link Config.from}. */
export const readConfig = (env: Readonly<Record<string, string | undefined>>): Config => Config.from(env);

/** A value may hold a password, so only what cannot is repeated. */
const sentence = ({ path, message }: z.core.$ZodIssue, given: Record<string, string | undefined>): string => {
  const name = String(path[0]);
  if (given[name] === undefined) return `${name} is not set: ${message}.`;
  const secret = /_(URL|PROVIDERS)$/.test(name) || Object.values(secretSettings).includes(name);
  return `${name} is ${secret ? 'wrong' : `"${given[name]}"`}: ${message}.`;
};

const eventStoreDbIn = ({ EVENT_STORE, EVENTSTORE_URL, EVENTSTORE_PREFIX = '' }: z.infer<typeof environment>) =>
  EVENT_STORE === 'eventstoredb' && EVENTSTORE_URL ? { url: EVENTSTORE_URL, prefix: EVENTSTORE_PREFIX } : undefined;

const secretsIn = (dataFolder: string, given: Record<string, string | undefined>): Secrets => {
  const own = Object.entries(secretSettings).map(([name, setting]) => [name, given[setting]] as const);
  try {
    return keepSecrets(dataFolder, Object.fromEntries(own.filter(([, value]) => value)));
  } catch (error) {
    throw new WrongSettings([`FESTOON_DATA is "${dataFolder}": ${reason(error)}.`]);
  }
};

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'this user may not read and write there',
  EPERM: 'this user may not read and write there',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'a part of it is a file, it must be a folder',
  EEXIST: 'it is a file, it must be a folder',
  ENOSPC: 'the disk is full',
  ENOENT: 'no folder can be made there',
};

const reason = (error: unknown): string => {
  const { code, message } = error as NodeJS.ErrnoException;
  return (code && reasons[code]) ?? message;
};
