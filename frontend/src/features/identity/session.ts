import type { Session } from '@supabase/auth-js';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { Me } from '#identity/contract';
import { dropAllDrafts } from '../../platform/drafts.ts';
import { api } from '../../platform/http.ts';
import { queryClient } from '../../platform/query-client.ts';
import { hasStoredSession } from '../../platform/session-storage.ts';
import { auth, check, linkTokens, unsolicitedTokens } from './auth.ts';
import { meEndpoint } from './endpoints.ts';
import { identityKeys } from './keys.ts';
import { needsSecondFactor } from './second-factor.ts';

// Tokens of an unsolicited link, until the user decides or accountChanged account is signed in.
let unsolicited = unsolicitedTokens;
// undefined: not known yet; null: signed out.
let session: Session | null | undefined;
// A recovery link says so itself, before auth-js has read its tokens.
let recovering = linkTokens?.recovers ?? false;
const listeners = new Set<() => void>();
const notifyListeners = (): void => {
  for (const listener of listeners) listener();
};

type SessionEnd = 'signed-out' | 'ended-elsewhere';

let sessionEnd: SessionEnd | undefined;
let signingOut = false;
const hadSession = hasStoredSession();

/** Call it before ending the session at the user's request. */
export const startSignOut = (): void => {
  signingOut = true;
  dropAllDrafts();
};

const noteSignedOut = (): void => {
  const ended = session === undefined ? hadSession : session !== null;
  if (ended) sessionEnd = signingOut ? 'signed-out' : 'ended-elsewhere';
  signingOut = false;
  recovering = false;
};

auth.onAuthStateChange((event, next) => {
  const accountChanged = session?.user.id !== next?.user.id;
  if (event === 'SIGNED_OUT') noteSignedOut();
  if (next) sessionEnd = undefined;
  if (session && accountChanged) queryClient.clear();
  if (session !== undefined && accountChanged) unsolicited = undefined;
  session = next;
  if (event === 'PASSWORD_RECOVERY') recovering = true;
  if (event === 'USER_UPDATED') recovering = false;
  notifyListeners();
});

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The session; `null` when signed out, `undefined` until that is known. */
export const useSession = (): Session | null | undefined => useSyncExternalStore(subscribe, () => session);

/** How the session ended: by signing out here, or elsewhere. Undefined again once the user signs in. */
export const useSessionEnd = (): SessionEnd | undefined => useSyncExternalStore(subscribe, () => sessionEnd);

/** There is a session, but the server accepts it only after the second factor. */
export const useSecondFactorRequired = (): boolean =>
  useSyncExternalStore(subscribe, () => needsSecondFactor(session ?? null));

/** The user followed a password reset link and has not set a new password yet. */
export const useIsRecovering = (): boolean => useSyncExternalStore(subscribe, () => recovering);

/** The address of the account that an unsolicited link would sign in to. */
export const useUnsolicitedSession = (): string | undefined =>
  useSyncExternalStore(subscribe, () => unsolicited?.account);

/** Discards the tokens of the unsolicited link. */
export const rejectUnsolicitedSession = (): void => {
  unsolicited = undefined;
  notifyListeners();
};

/** Signs in with the tokens of the unsolicited link. Throws an AuthFailure. */
export const acceptUnsolicitedSession = async (): Promise<void> => {
  if (!unsolicited) return;
  const { access_token, refresh_token, recovers } = unsolicited;
  recovering = recovers;
  const answer = await auth.setSession({ access_token, refresh_token });
  if (answer.error) {
    recovering = false;
    rejectUnsolicitedSession();
  }
  check(answer, 'Email link is invalid or has expired');
};

/** The signed-in user, as the server knows them. */
export const useMe = (): UseQueryResult<Me> => {
  const id = useSession()?.user.id;
  const secondFactorRequired = useSecondFactorRequired();
  return useQuery({
    queryKey: identityKeys.me(id),
    queryFn: ({ signal }) => api.get<Me>(meEndpoint, undefined, signal),
    enabled: id !== undefined && !secondFactorRequired,
  });
};
