import type { Notify } from '../../platform/notices.ts';

/** The message for a mail link or provider redirect that did not sign the user in. */
export type LinkNotice = { kind: 'success' | 'error'; text: string };

const startedElsewhere = 'That took too long, or started in another browser. Please start again.';
const messages: Readonly<Record<string, string>> = {
  otp_expired: 'Email link is invalid or has expired',
  user_banned: 'This account is suspended',
  email_exists: 'An account with this email address already exists. Sign in to it, then add the provider in Settings.',
  identity_already_exists: 'That provider account already belongs to another Festoon account',
  email_address_not_provided: 'The provider didn’t share your email address',
  access_denied: 'The provider declined the sign-in',
  bad_oauth_state: startedElsewhere,
  flow_state_already_used: startedElsewhere,
};
const oneOfTwoConfirmed = 'Confirmation link accepted. Please proceed to confirm link sent to the other email';

/**
 * Reads the notice from an address's fragment. Never shows text from the fragment, because anyone can send such a link.
 */
export const linkNoticeIn = (hash: string): LinkNotice | undefined => {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  if (fields.has('error') || fields.has('error_description') || fields.has('error_code'))
    return {
      kind: 'error',
      text: messages[fields.get('error_code') ?? fields.get('error') ?? ''] ?? 'Failed to sign in',
    };
  return fields.has('message') ? { kind: 'success', text: oneOfTwoConfirmed } : undefined;
};

// Read on load: a navigation removes the fragment.
let notice = typeof location === 'undefined' ? undefined : linkNoticeIn(location.hash);

/** Providers report a failure in the query as well. */
const withoutFailure = (search: string): string => {
  const query = new URLSearchParams(search);
  for (const name of ['error', 'error_code', 'error_description']) query.delete(name);
  return query.size > 0 ? `?${query}` : '';
};

/** Shows the notice once and removes it from the address. */
export const showLinkNotice = (notify: Notify): void => {
  if (!notice) return;
  const { kind, text } = notice;
  notice = undefined;
  if (linkNoticeIn(location.hash))
    history.replaceState(history.state, '', location.pathname + withoutFailure(location.search));
  notify[kind](text);
};
