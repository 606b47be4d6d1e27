import { Mail, Mailbox, type StoredMail } from '#platform/mail';
import { Projector } from '#platform/projections';
import { Reactor } from '#platform/reactions';
import { eventually } from '#platform/testing';
import { startAuthApp } from '../auth-app.suite.ts';

/** The parts of a mail's link. `verify` is where the button on its page leads. */
export type MailedLink = {
  readonly token: string;
  readonly type: string;
  readonly redirectTo: string;
  readonly verify: string;
};

/** Identity over HTTP, with the reactions that send mail and a mailbox to read it. */
export const startMailedApp = async (settings: Readonly<Record<string, string>> = {}) => {
  const auth = await startAuthApp(settings);
  return { ...auth, ...mailedBy(auth) };
};

/** Starts the reactions that send mail. */
export const mailedBy = (auth: Awaited<ReturnType<typeof startAuthApp>>) => {
  auth.app.get(Projector).follow();
  auth.app.get(Reactor).follow();
  const mailbox = auth.app.get<Mailbox>(Mail);

  /** The mails of this kind to this address, newest first. Waits until there are at least `count`. */
  const mails = async (to: string, kind: string, count = 1): Promise<readonly StoredMail[]> =>
    eventually(async () => {
      const found = (await mailbox.mails(to)).filter((mail) => mail.kind === `identity.${kind}`);
      return found.length >= count && found;
    }, `${count} × ${kind} to ${to}`);
  const mail = async (to: string, kind: string, count = 1): Promise<StoredMail> => {
    const [newest] = await mails(to, kind, count);
    if (!newest) throw new Error('Mail not found');
    return newest;
  };
  /** Waits until all requested mails are sent. */
  const waitUntilSettled = async (userId: string): Promise<void> => {
    const store = auth.app.get(Reactor);
    for (const event of await auth.eventsOf(userId)) await store.waitForReactions(event, 20_000);
  };
  /** The address that the link redirects to; it is not opened. */
  const follow = async (url: string): Promise<URL> => {
    const response = await fetch(url, { redirect: 'manual' });
    if (response.status !== 303) throw new Error(`${response.status}: ${await response.text()}`);
    return new URL(response.headers.get('location') ?? '');
  };
  return { mailbox, mails, mail, settled: waitUntilSettled, follow };
};

export const linkIn = ({ text }: StoredMail): MailedLink => {
  const url = new URL(/^https?:\/\/\S+\/auth\/v1\/link\?\S+$/m.exec(text)?.[0] ?? '');
  const parameter = (name: string) => url.searchParams.get(name) ?? '';
  const verify = url.href.replace('/auth/v1/link?', '/auth/v1/verify?');
  return { token: parameter('token'), type: parameter('type'), redirectTo: parameter('redirect_to'), verify };
};

export const codeIn = ({ text }: StoredMail): string => /^ {4}(\d{6})$/m.exec(text)?.[1] ?? '';

/** The fields in an address's fragment. */
export const factsIn = (url: URL): Readonly<Record<string, string>> =>
  Object.fromEntries(new URLSearchParams(url.hash.slice(1)));
