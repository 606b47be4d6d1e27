import { GoTrueClient } from '@supabase/auth-js';
import { authenticateBy, fromTheWeb } from '../../shared/http.ts';
import { sessionKey } from '../../shared/session-mark.ts';
import { waitIn } from '../../shared/waiting.ts';
import { arrivalIn, strangerIn, withoutTokens } from './arrival.ts';
import { type Failure, isSessionGone, wordsFor } from './failures.ts';

const here = (): string => location.pathname + withoutTokens(location.search);

const arrived = arrivalIn(location.hash);
const whose = arrived && strangerIn(arrived);
/** What a link brought that nobody here asked for, and the address of its account. auth-js does not get to read it. */
export const stranger = arrived && whose !== undefined ? { ...arrived, account: whose } : undefined;
/** What a mail or a provider brought in the address, while auth-js reads it. */
export const arriving = stranger ? undefined : arrived;
if (stranger || location.search !== withoutTokens(location.search))
  history.replaceState(history.state, '', here() + (stranger ? '' : location.hash));

// By its first request auth-js has read them. What it leaves is an address without them after the one that has them.
const forgetArrival = (): void => {
  if (arrivalIn(location.hash)) history.replaceState(history.state, '', here());
};

// auth-js passes on what a refusal says, and not how long it asks to wait. In seconds.
let wait = 0;
const minding: typeof fetch = async (...asked) => {
  forgetArrival();
  const response = await fetch(...asked);
  if (response.status === 429) wait = waitIn(response);
  return response;
};

/** The session of this browser: kept locally, refreshed by itself near its end. */
export const auth = new GoTrueClient({
  url: `${location.origin}/auth/v1`,
  storageKey: sessionKey,
  autoRefreshToken: true,
  persistSession: true,
  detectSessionInUrl: true,
  headers: fromTheWeb,
  fetch: minding,
});

export const currentToken = async (): Promise<string | undefined> =>
  (await auth.getSession()).data.session?.access_token;

type Outcome = { error: Failure | null };

/** What the server refused about the account; `code` is of GoTrue's list. */
export class AuthFailure extends Error {
  constructor(
    message: string,
    readonly code: string | undefined,
  ) {
    super(message);
  }
}

// The server no longer knows this session: asking for the account makes the auth client forget it, too.
const forgotten = async (): Promise<void> => {
  await auth.getUser();
};

/** Throws in the server's own words, where it had any. */
export const check = ({ error }: Outcome, otherwise: string): void => {
  if (!error) return;
  if (isSessionGone(error)) void forgotten();
  throw new AuthFailure(wordsFor(error, otherwise, wait), error.code);
};

authenticateBy(currentToken, () => void forgotten());
