import { linkTokensIn, unsolicitedAccountIn, withoutTokens } from './link-tokens.ts';

export const addressWithoutTokens = (): string => location.pathname + withoutTokens(location.search);

// On the server, which renders public pages for signed-out visitors, there is no `location`.
const tokensInAddress = typeof location === 'undefined' ? undefined : linkTokensIn(location.hash);
const account = tokensInAddress && unsolicitedAccountIn(tokensInAddress);
/**
 * Tokens of a link that this browser did not request, and the email address of their account. auth-js does not get
 * them.
 */
export const unsolicitedTokens = tokensInAddress && account !== undefined ? { ...tokensInAddress, account } : undefined;
/** The tokens in the URL that auth-js is about to read: from a mail that this browser requested, or from a provider. */
export const linkTokens = unsolicitedTokens ? undefined : tokensInAddress;
// Tokens are removed from the URL as soon as this module is loaded, because auth-js reads the URL when auth-js is
// loaded.
if (unsolicitedTokens || (typeof location !== 'undefined' && location.search !== withoutTokens(location.search)))
  history.replaceState(history.state, '', addressWithoutTokens() + (unsolicitedTokens ? '' : location.hash));
