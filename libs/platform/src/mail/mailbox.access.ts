import type { Config } from '#platform/config';
import type { RequestHead } from '#platform/http';

/** The part of a request that decides whether the mailbox is shown. Fastify's request type is assignable to it. */
export type MailboxRequest = RequestHead & { readonly socket: { readonly remoteAddress?: string | undefined } };

const loopback = /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[?::1\]?)$/;
const proxyHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

/**
 * Whether the mailbox is readable at all: only without a mail server, and then in demo mode or if the site's address is
 * this machine.
 */
export const isReadable = ({ smtpUrl, demo, publicUrl }: Pick<Config, 'smtpUrl' | 'demo' | 'publicUrl'>): boolean =>
  !smtpUrl && (demo || loopback.test(new URL(publicUrl).hostname));

/**
 * Mails contain links that sign people in. In demo mode, where passwords are published anyway, everyone who reaches the
 * site may read them. Otherwise only this machine under a loopback name may: not through a proxy, and not from a page
 * of another site whose name resolves to this machine (DNS rebinding).
 */
export const isReadableBy = (
  { socket, headers }: MailboxRequest,
  config: Pick<Config, 'smtpUrl' | 'demo' | 'publicUrl'>,
): boolean => {
  if (!isReadable(config)) return false;
  if (config.demo) return true;
  const peer = socket.remoteAddress?.replace(/^::ffff:/, '') ?? '';
  const host = String(headers.host ?? '').replace(/:\d+$/, '');
  return loopback.test(peer) && loopback.test(host) && proxyHeaders.every((name) => headers[name] === undefined);
};
