import { randomUUID } from 'node:crypto';
import { GoTrueClient, type GoTrueClientOptions } from '@supabase/auth-js';
import { Clock } from '#identity/testing';
import { Mail, Mailbox, type StoredMail } from '#platform/mail';
import { eventually, testConfig } from '#platform/testing';
import { password, Site } from './api.suite.ts';

type ClientError = {
  readonly name: string;
  readonly status?: number | undefined;
  readonly code?: string | undefined;
} & Error;
type Flow = 'pkce' | 'implicit';

/** The parts of an error that applications use: its class, status, code and message. */
export const errorOf = ({ error }: { error: ClientError | null }) =>
  error && { name: error.name, status: error.status, code: error.code, message: error.message };
export const api = (status: number, code: string | undefined, message: string) => ({
  name: 'AuthApiError',
  status,
  code,
  message,
});
export const noSession = {
  name: 'AuthSessionMissingError',
  status: 400,
  code: undefined,
  message: 'Auth session missing!',
};

export const newEmail = () => `${randomUUID()}@example.com`;
export const profile = (role = 'client') => ({ first_name: 'Ann', last_name: 'Archer', role, phone: '+1 555 0100' });

/** The local storage of a browser. */
export const newMemory = (kept: ReadonlyMap<string, string> = new Map()) => {
  const map = new Map(kept);
  return {
    map,
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  };
};

/** Starts the product, and creates auth-js clients as an application in a browser uses them. */
export const startClients = async (settings: Readonly<Record<string, string>> = {}) => {
  const { config, drop } = await testConfig(settings);
  const site = await Site.on(config);
  const clock = site.api.get(Clock, { strict: false });
  let clockOffset = 0;
  clock.now = () => new Date(Date.now() + clockOffset);
  const origin = site.url.replace('127.0.0.1', 'localhost');

  const newClient = (options: Partial<GoTrueClientOptions> & { flowType?: Flow } = {}) => {
    const memory = newMemory();
    const client = new GoTrueClient({
      url: `${site.url}/auth/v1`,
      headers: { apikey: 'a public key' },
      autoRefreshToken: false,
      persistSession: true,
      storageKey: 'festoon',
      storage: memory,
      ...options,
    });
    /** The auth events that were emitted, in order. */
    const received: string[] = [];
    client.onAuthStateChange((event) => void received.push(event));
    return { client, received, memory };
  };
  const member = async (options: Parameters<typeof newClient>[0] = {}, email = newEmail()) => {
    const newMember = newClient(options);
    const { data, error } = await newMember.client.signUp({ email, password, options: { data: profile() } });
    if (error || !data.session) throw error ?? new Error('No session');
    return { ...newMember, email, session: data.session, id: data.session.user.id };
  };
  /** Waits for `count` mails of a kind to an address and returns the newest. */
  const mail = (to: string, kind: string, count = 1): Promise<StoredMail> =>
    eventually(async () => {
      const found = (await site.api.get<Mailbox>(Mail).mails(to)).filter((each) => each.kind === `identity.${kind}`);
      return found.length >= count && found[0];
    });
  const stop = async () => {
    await site.api.close();
    await drop();
  };
  const pass = (milliseconds: number) => {
    clockOffset += milliseconds;
  };
  return { site, origin, clock, pass, newClient, member, mail, stop };
};
