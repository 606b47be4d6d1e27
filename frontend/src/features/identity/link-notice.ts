import type { Notify } from '../../platform/notices.ts';

/** What a mail's link, or a provider, has to say when it brings nobody in. */
export type LinkNotice = { kind: 'success' | 'error'; text: string };

const begunElsewhere = 'That took too long, or was begun in another browser. Please start again.';
const failures: Readonly<Record<string, string>> = {
  otp_expired: 'Email link is invalid or has expired',
  user_banned: 'This account is suspended',
  email_exists:
    'An account with this email address exists already. Sign in to it, then add the provider in its settings.',
  identity_already_exists: 'That account at the provider opens another account here',
  email_address_not_provided: 'The provider did not tell us your email address',
  access_denied: 'The provider did not let you in',
  bad_oauth_state: begunElsewhere,
  flow_state_already_used: begunElsewhere,
};
const halfway = 'Confirmation link accepted. Please proceed to confirm link sent to the other email';

/** Reads it from an address's fragment. Anybody can write such an address, so the words are ours. */
export const linkNoticeIn = (hash: string): LinkNotice | undefined => {
  const said = new URLSearchParams(hash.replace(/^#/, ''));
  if (said.has('error') || said.has('error_description') || said.has('error_code'))
    return { kind: 'error', text: failures[said.get('error_code') ?? said.get('error') ?? ''] ?? 'Failed to sign in' };
  return said.has('message') ? { kind: 'success', text: halfway } : undefined;
};

// Read when this is loaded: going on to another page takes the fragment away.
let arrived = typeof location === 'undefined' ? undefined : linkNoticeIn(location.hash);

/** A provider's failure stands in the query as well. */
const withoutFailure = (search: string): string => {
  const query = new URLSearchParams(search);
  for (const name of ['error', 'error_code', 'error_description']) query.delete(name);
  return query.size > 0 ? `?${query}` : '';
};

/** Says it once, and takes it out of the address. */
export const showLinkNotice = (notify: Notify): void => {
  if (!arrived) return;
  const { kind, text } = arrived;
  arrived = undefined;
  if (linkNoticeIn(location.hash))
    history.replaceState(history.state, '', location.pathname + withoutFailure(location.search));
  notify[kind](text);
};
