import type { Notify } from '../../shared/notify.tsx';

/** What a mail's link, or a provider, has to say when it brings nobody in. */
export type LinkNotice = { kind: 'success' | 'error'; text: string };

const failures: Readonly<Record<string, string>> = {
  otp_expired: 'Email link is invalid or has expired',
  user_banned: 'This account is suspended',
};
const halfway = 'Confirmation link accepted. Please proceed to confirm link sent to the other email';

/** Reads it from an address's fragment. Anybody can write such an address, so the words are ours. */
export const noticeIn = (hash: string): LinkNotice | undefined => {
  const said = new URLSearchParams(hash.replace(/^#/, ''));
  if (said.has('error') || said.has('error_description') || said.has('error_code'))
    return { kind: 'error', text: failures[said.get('error_code') ?? ''] ?? 'Failed to sign in' };
  return said.has('message') ? { kind: 'success', text: halfway } : undefined;
};

/** Says it, and takes it out of the address, so that it is said once. */
export const sayLinkNotice = (notify: Notify): void => {
  const notice = noticeIn(location.hash);
  if (!notice) return;
  history.replaceState(history.state, '', location.pathname + location.search);
  notify[notice.kind](notice.text);
};
