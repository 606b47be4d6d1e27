import { join, resolve } from 'node:path';
import type { z } from 'zod';
import { type Environment, environment } from './environment.ts';
import type { OpenIdProvider } from './openid-providers.ts';
import { projectFolder } from './project-folder.ts';
import { keepSecrets, type Secrets, secretSettings } from './secrets.ts';
import { readSettingFiles } from './setting-files.ts';

/** The factor for rate limits in demo mode, where many people share one address. */
const demoLimits = 20;

/** Connections that the operating system holds until Node accepts them. More are dropped without a response. */
const listenBacklog = 4_096;

/** The settings after checks and defaults. */
type Settings = {
  /** The port to listen on; 0 takes any free port. */
  readonly port: number;
  readonly host: string;
  /** Where the process serves its metrics without a session, or undefined if it does not. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined;
  /** The address of the OpenTelemetry collector that traces are sent to, or undefined if nothing is traced. */
  readonly traceCollector: string | undefined;
  /** Absolute path. Contains the embedded Postgres, the secrets and uploaded files. */
  readonly dataFolder: string;
  /** PUBLIC_URL without a slash at its end, if it is set; {@link Config.publicUrl} adds the default. */
  readonly configuredUrl: string | undefined;
  /** DATABASE_URL, or undefined for the embedded Postgres. */
  readonly server: string | undefined;
  /**
   * How many connections to Postgres this process opens for commands, and as many for reads, 4 to 100. The queues have
   * half as many.
   */
  readonly databaseConnections: number;
  /** The EventStoreDB with the log, and the prefix of its streams' names; undefined if the log is in Postgres. */
  readonly eventStoreDb: { readonly url: string; readonly prefix: string } | undefined;
  /** The bucket for files with its credentials, or undefined if they are in the data folder. */
  readonly s3Url: string | undefined;
  /** The Redis of the queues, or undefined if they are in Postgres. */
  readonly redisUrl: string | undefined;
  /** Addresses and networks of the proxies whose forwarded client address is trusted. */
  readonly trustedProxies: readonly string[];
  /** The SMTP server for mails, or undefined if the mailbox shows them. */
  readonly smtpUrl: string | undefined;
  /** The sender of mails; required with `smtpUrl`. */
  readonly mailFrom: string | undefined;
  /** Whether an e-mail address counts as verified from sign-up on. */
  readonly autoconfirm: boolean;
  /** Memory that Argon2id uses for one password, in MiB, 19 to 1024. */
  readonly passwordMemory: number;
  /** The identity providers that people can sign in with. */
  readonly openIdProviders: readonly OpenIdProvider[];
  /** The factor for all rate limits; 0 for no limits. */
  readonly rateLimits: number;
  /** The Stripe account that takes payments, or undefined if the sandbox does. `url` is the address of its API. */
  readonly stripe: { readonly key: string; readonly webhookSecret: string; readonly url: string } | undefined;
  /** The server that writes advice for the assistant, or undefined if it works without one. */
  readonly languageModel:
    | { readonly url: string; readonly key: string | undefined; readonly model: string }
    | undefined;
  /** How many replies the assistant gives in 24 hours, to all callers together. */
  readonly assistantRepliesPerDay: number;
  readonly demo: boolean;
  /** Whether real people are served: NODE_ENV is production. */
  readonly production: boolean;
  /** Whether administrators may fill the site with dummy vendors. Never in production. */
  readonly allowsSeeding: boolean;
  /** Whether the landing page shows counts instead of fixed figures. */
  readonly showsLiveFigures: boolean;
  readonly logLevel: Environment['LOG_LEVEL'];
  readonly secrets: Secrets;
  /** The key that signed links to files before the present one; undefined if there is none. */
  readonly previousSignedUrlKey: string | undefined;
};

// A base class with all settings as properties, so that each setting is named only once.
const SettingsBase = class {
  constructor(settings: Settings) {
    Object.assign(this, settings);
  }
} as new (
  settings: Settings,
) => Settings;

/** The checked settings of one process. Also the injection token. */
export class Config extends SettingsBase {
  /** Reads and checks all settings, and creates the secrets at the first start. Throws a {@link WrongSettings}. */
  static from(env: Readonly<Record<string, string | undefined>>): Config {
    const { settings, problems } = readSettingFiles(env, Object.keys(environment.shape));
    if (problems.length > 0) throw new WrongSettings(problems);
    const givenSettings = Object.fromEntries(Object.entries(settings).filter(([, value]) => value.trim()));
    requireNewNames(env, givenSettings);
    const parsedSettings = environment.safeParse(givenSettings);
    if (!parsedSettings.success)
      throw new WrongSettings(parsedSettings.error.issues.map((issue) => sentence(issue, givenSettings)));
    const { PORT, HOST, DATABASE_URL, REDIS_URL, PUBLIC_URL, AUTH_AUTOCONFIRM, FESTOON_DEMO, NODE_ENV, LOG_LEVEL } =
      parsedSettings.data;
    const {
      ALLOW_SEEDING,
      DATABASE_CONNECTIONS,
      S3_URL,
      TRUSTED_PROXIES,
      SMTP_URL,
      MAIL_FROM,
      RATE_LIMITS,
      OIDC_PROVIDERS,
      PASSWORD_MEMORY,
    } = parsedSettings.data;
    const { ASSISTANT_REPLIES_PER_DAY, LIVE_FIGURES, SIGNED_URL_KEY_PREVIOUS } = parsedSettings.data;
    const dataFolder = resolve(parsedSettings.data.FESTOON_DATA ?? join(projectFolder(), '.festoon'));
    return new Config({
      port: PORT,
      host: HOST,
      metrics: metricsIn(parsedSettings.data),
      traceCollector: parsedSettings.data.OTEL_EXPORTER_OTLP_ENDPOINT,
      dataFolder,
      configuredUrl: PUBLIC_URL?.replace(/\/$/, ''),
      server: DATABASE_URL,
      databaseConnections: DATABASE_CONNECTIONS,
      eventStoreDb: eventStoreDbIn(parsedSettings.data),
      s3Url: S3_URL,
      redisUrl: REDIS_URL,
      trustedProxies: TRUSTED_PROXIES,
      smtpUrl: SMTP_URL,
      mailFrom: MAIL_FROM,
      autoconfirm: AUTH_AUTOCONFIRM,
      passwordMemory: PASSWORD_MEMORY,
      openIdProviders: OIDC_PROVIDERS,
      stripe: stripeIn(parsedSettings.data),
      languageModel: languageModelIn(parsedSettings.data),
      assistantRepliesPerDay: ASSISTANT_REPLIES_PER_DAY,
      rateLimits: RATE_LIMITS ?? (FESTOON_DEMO ? demoLimits : 1),
      demo: FESTOON_DEMO,
      production: NODE_ENV === 'production',
      allowsSeeding: FESTOON_DEMO || (NODE_ENV !== 'production' && ALLOW_SEEDING === true),
      showsLiveFigures: LIVE_FIGURES,
      logLevel: LOG_LEVEL,
      secrets: secretsIn(dataFolder, givenSettings),
      previousSignedUrlKey: SIGNED_URL_KEY_PREVIOUS,
    });
  }

  /** The site's own address without a slash at its end. */
  get publicUrl(): string {
    return this.configuredUrl ?? `http://localhost:${this.port}`;
  }

  /** The URL of Postgres. Throws if DATABASE_URL is not set and the embedded Postgres was not started. */
  get databaseUrl(): string {
    if (!this.server)
      throw new Error('No database is known: DATABASE_URL is not set and no embedded Postgres was started');
    return this.server;
  }

  /** Port, host and listen backlog of the HTTP server. */
  get listenOptions(): { port: number; host: string; backlog: number } {
    return { port: this.port, host: this.host, backlog: listenBacklog };
  }

  /** A copy with some settings changed: `config.with({ server: embedded.url })`. */
  with(changes: Partial<Settings>): Config {
    return new Config({ ...this, ...changes });
  }
}

/** Settings that cannot be used. The message has one sentence for each wrong setting, with the reason. */
export class WrongSettings extends Error {
  constructor(sentences: readonly string[]) {
    super(sentences.join('\n'));
  }
}

/** The same as {@link Config.from}. */
export const readConfig = (env: Readonly<Record<string, string | undefined>>): Config => Config.from(env);

/** EventStoreDB itself reads all variables that begin with EVENTSTORE_, so settings must not begin like that. */
const requireNewNames = (env: Readonly<Record<string, string | undefined>>, given: Record<string, string>): void => {
  if (given.EVENT_STORE !== 'eventstoredb') return;
  const formerNames = ['URL', 'PREFIX'].filter((name) => env[`EVENTSTORE_${name}`] && !given[`EVENT_STORE_${name}`]);
  if (formerNames.length > 0)
    throw new WrongSettings(
      formerNames.map((name) => `EVENTSTORE_${name} has a new name: set EVENT_STORE_${name} instead.`),
    );
};

/** Values of settings that may contain a password or a secret are not repeated. */
const sentence = ({ path, message }: z.core.$ZodIssue, given: Record<string, string | undefined>): string => {
  const name = String(path[0]);
  if (given[name] === undefined) return `${name} is not set: ${message}.`;
  const secret =
    /_(URL|ENDPOINT|KEY|PROVIDERS|PREVIOUS|SECRET)$/.test(name) || Object.values(secretSettings).includes(name);
  return `${name} is ${secret ? 'wrong' : `"${given[name]}"`}: ${message}.`;
};

const eventStoreDbIn = ({ EVENT_STORE, EVENT_STORE_URL, EVENT_STORE_PREFIX = '' }: Environment) =>
  EVENT_STORE === 'eventstoredb' && EVENT_STORE_URL ? { url: EVENT_STORE_URL, prefix: EVENT_STORE_PREFIX } : undefined;

const metricsIn = ({ METRICS_HOST: host, METRICS_PORT: port }: Environment) =>
  port === undefined ? undefined : { host, port };

const languageModelIn = ({ AI_URL, AI_KEY, AI_MODEL }: Environment) =>
  AI_URL && AI_MODEL ? { url: AI_URL, key: AI_KEY, model: AI_MODEL } : undefined;

const stripeIn = ({ PAYMENTS, STRIPE_KEY: key, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_URL }: Environment) =>
  PAYMENTS === 'stripe' && key && webhookSecret
    ? { key, webhookSecret, url: STRIPE_URL ?? 'https://api.stripe.com' }
    : undefined;

const secretsIn = (dataFolder: string, given: Record<string, string | undefined>): Secrets => {
  const own = Object.entries(secretSettings).map(([name, setting]) => [name, given[setting]] as const);
  try {
    return keepSecrets(dataFolder, Object.fromEntries(own.filter(([, value]) => value)));
  } catch (error) {
    throw new WrongSettings([`FESTOON_DATA is "${dataFolder}": ${reason(error)}.`]);
  }
};

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'this user cannot read and write there',
  EPERM: 'this user cannot read and write there',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'part of this path is a file, but must be a folder',
  EEXIST: 'it is a file, it must be a folder',
  ENOSPC: 'the disk is full',
  ENOENT: 'no folder can be created there',
};

const reason = (error: unknown): string => {
  const { code, message } = error as NodeJS.ErrnoException;
  return (code && reasons[code]) ?? message;
};
