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

// Read when this is loaded: going on to another page takes the fragment away.
let arrived = typeof location === 'undefined' ? undefined : noticeIn(location.hash);

/** Says it once, and takes it out of the address. */
export const sayLinkNotice = (notify: Notify): void => {
  if (!arrived) return;
  const { kind, text } = arrived;
  arrived = undefined;
  if (noticeIn(location.hash)) history.replaceState(history.state, '', location.pathname + location.search);
  notify[kind](text);
};
