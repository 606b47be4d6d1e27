import type { Config } from '#platform/config';
import type { RequestHead } from '#platform/http';

/** Where a request for the mailbox comes from. */
export type Reader = RequestHead & { readonly socket: { readonly remoteAddress?: string | undefined } };

const loopback = /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[?::1\]?)$/;
const forwarding = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

/** Whether the mailbox can be read at all: in demo mode, and where the site is this machine's own. */
export const hasReaders = ({ smtpUrl, demo, publicUrl }: Pick<Config, 'smtpUrl' | 'demo' | 'publicUrl'>): boolean =>
  !smtpUrl && (demo || loopback.test(new URL(publicUrl).hostname));

/**
 * Mails hold links that sign people in. In demo mode, where passwords are published too, whoever reaches the site may read them. Otherwise
 * only this machine, asked by its own name: not through a proxy, and not by a page of another site that resolves its name to here.
 */
export const readableBy = (
  { socket, headers }: Reader,
  config: Pick<Config, 'smtpUrl' | 'demo' | 'publicUrl'>,
): boolean => {
  if (!hasReaders(config)) return false;
  if (config.demo) return true;
  const peer = socket.remoteAddress?.replace(/^::ffff:/, '') ?? '';
  const host = String(headers.host ?? '').replace(/:\d+$/, '');
  return loopback.test(peer) && loopback.test(host) && forwarding.every((name) => headers[name] === undefined);
};
