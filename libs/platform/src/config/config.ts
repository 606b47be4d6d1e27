import { join, resolve } from 'node:path';
import type { z } from 'zod';
import { type Environment, environment } from './environment.ts';
import type { OpenIdProvider } from './openid-providers.ts';
import { projectFolder } from './project-folder.ts';
import { keepSecrets, type Secrets, secretSettings } from './secrets.ts';

/** In demo mode one address is many people. */
const demoLimits = 20;

/** Connections that the operating system holds until Node accepts them: more would be dropped without an answer. */
const listenBacklog = 4_096;

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
  /** MiB that Argon2id fills for one password, 19 to 1024. */
  readonly passwordMemory: number;
  /** Where people may sign in besides here. */
  readonly openIdProviders: readonly OpenIdProvider[];
  /** What all rate limits are multiplied with; 0 for none. */
  readonly rateLimits: number;
  readonly demo: boolean;
  readonly logLevel: Environment['LOG_LEVEL'];
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
    const { TRUSTED_PROXIES, SMTP_URL, MAIL_FROM, RATE_LIMITS, OIDC_PROVIDERS, PASSWORD_MEMORY } = read.data;
    const dataFolder = resolve(read.data.FESTOON_DATA ?? join(projectFolder(), '.festoon'));
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
      passwordMemory: PASSWORD_MEMORY,
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

  /** Port, host and listen backlog of the HTTP server. */
  get listenOptions(): { port: number; host: string; backlog: number } {
    return { port: this.port, host: this.host, backlog: listenBacklog };
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

const eventStoreDbIn = ({ EVENT_STORE, EVENTSTORE_URL, EVENTSTORE_PREFIX = '' }: Environment) =>
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
