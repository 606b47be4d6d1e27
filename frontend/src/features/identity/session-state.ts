import type { AuthChangeEvent, Session } from '@supabase/auth-js';
import { useSyncExternalStore } from 'react';
import { dropAllDrafts } from '../../platform/drafts.ts';
import { setShownPosition } from '../../platform/http.ts';
import { queryClient } from '../../platform/query-client.ts';
import { hasStoredSession, storedSession } from '../../platform/session-storage.ts';
import { linkTokens, unsolicitedTokens } from './address-tokens.ts';
import { needsSecondFactor } from './second-factor.ts';

// Tokens of an unsolicited link, until the user decides or another account is signed in.
let unsolicited = unsolicitedTokens;
// A stored session that is still valid is enough for the first page. auth-js checks and refreshes it later.
const validStoredSession = linkTokens || unsolicitedTokens ? undefined : storedSession();
// The session; undefined while it is not known, null when signed out.
let session = validStoredSession as Session | null | undefined;
// A recovery link is recognized by its address, before auth-js has read its tokens.
let isRecovering = linkTokens?.recovers ?? false;
const listeners = new Set<() => void>();
const notifyListeners = (): void => {
  for (const listener of listeners) listener();
};

type SessionEnd = 'signed-out' | 'account-closed' | 'ended-elsewhere';
type RequestedEnd = { readonly cause: Exclude<SessionEnd, 'ended-elsewhere'>; readonly after: () => unknown };

let sessionEnd: SessionEnd | undefined;
/** The end that the user has requested. */
let requestedEnd: RequestedEnd | undefined;
const hadSession = hasStoredSession();

/** Must be called before ending the session at the user's request. `after` is called once it has ended. */
export const startSignOut = (after: () => unknown, cause: RequestedEnd['cause'] = 'signed-out'): void => {
  requestedEnd = { cause, after };
};

/** Call it when the session has ended or could not be ended. A later end is then not attributed to the user. */
export const cancelSignOut = (): void => {
  requestedEnd = undefined;
};

const recordSignOut = (): void => {
  const hasEnded = session === undefined ? hadSession : session !== null;
  if (hasEnded) sessionEnd = requestedEnd?.cause ?? 'ended-elsewhere';
  if (requestedEnd) dropAllDrafts();
  requestedEnd?.after();
  cancelSignOut();
  isRecovering = false;
};

/** The auth client calls it on every change of the session. */
export const applyAuthState = (event: AuthChangeEvent, next: Session | null): void => {
  const accountChanged = session?.user.id !== next?.user.id;
  if (event === 'SIGNED_OUT') recordSignOut();
  if (next) sessionEnd = undefined;
  if (session && accountChanged) {
    queryClient.clear();
    setShownPosition(undefined);
  }
  if (session !== undefined && accountChanged) unsolicited = undefined;
  session = next;
  if (event === 'PASSWORD_RECOVERY') isRecovering = true;
  if (event === 'USER_UPDATED') isRecovering = false;
  notifyListeners();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The tokens and the account of the unsolicited link. */
export const unsolicitedSession = () => unsolicited;

/** Whether the user is about to set a new password. */
export const setRecovering = (value: boolean): void => {
  isRecovering = value;
};

/** Whether the sign-in state of this browser is known. */
export const isSessionKnown = (): boolean => session !== undefined;

// The server renders pages as for a visitor whose session is not known, and the browser starts with the same.
const notKnown = () => undefined;

/** The session; `null` when signed out, `undefined` until that is known. */
export const useSession = (): Session | null | undefined => useSyncExternalStore(subscribe, () => session, notKnown);

/** How the session ended: by the user here, or elsewhere. Undefined again once the user signs in. */
export const useSessionEnd = (): SessionEnd | undefined => useSyncExternalStore(subscribe, () => sessionEnd, notKnown);

/** There is a session, but the server accepts it only after the second factor. */
export const useSecondFactorRequired = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => needsSecondFactor(session ?? null),
    () => false,
  );

/** The user followed a password reset link and has not set a new password yet. */
export const useIsRecovering = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isRecovering,
    () => false,
  );

/** The address of the account that an unsolicited link would sign in to. */
export const useUnsolicitedSession = (): string | undefined =>
  useSyncExternalStore(subscribe, () => unsolicited?.account, notKnown);

/** Discards the tokens of the unsolicited link. */
export const rejectUnsolicitedSession = (): void => {
  unsolicited = undefined;
  notifyListeners();
};
