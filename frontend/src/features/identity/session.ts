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

// A link's tokens wait for the reader's word, or for whatever else changes who is signed in.
let unsolicited = unsolicitedTokens;
// undefined: not known yet; null: nobody is signed in.
let session: Session | null | undefined;
// The mail's link says so before auth-js has read it.
let recovering = linkTokens?.recovers ?? false;
const listeners = new Set<() => void>();
const tell = (): void => {
  for (const listener of listeners) listener();
};

// Whether this browser had a session that ended without the user signing out here.
let ended = false;
let signingOut = false;
const hadSession = hasStoredSession();

/** Call it before ending the session at the user's request. */
export const startSignOut = (): void => {
  signingOut = true;
  dropAllDrafts();
};

auth.onAuthStateChange((event, next) => {
  const another = session?.user.id !== next?.user.id;
  if (event === 'SIGNED_OUT') {
    ended = !signingOut && (session === undefined ? hadSession : session !== null);
    signingOut = false;
  }
  if (next) ended = false;
  if (session && another) queryClient.clear();
  if (session !== undefined && another) unsolicited = undefined;
  session = next;
  if (event === 'PASSWORD_RECOVERY') recovering = true;
  if (event === 'USER_UPDATED' || event === 'SIGNED_OUT') recovering = false;
  tell();
});

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The session; `null` when nobody is signed in, `undefined` for the moment before that is known. */
export const useSession = (): Session | null | undefined => useSyncExternalStore(subscribe, () => session);

/** The session was ended elsewhere, by the server or in another tab; false again once the user signs in. */
export const useSessionEnded = (): boolean => useSyncExternalStore(subscribe, () => ended);

/** There is a session, and it counts for nothing until its second factor is given. */
export const useSecondFactorRequired = (): boolean =>
  useSyncExternalStore(subscribe, () => needsSecondFactor(session ?? null));

/** The reader came from a password mail and has yet to set a new one. */
export const useIsRecovering = (): boolean => useSyncExternalStore(subscribe, () => recovering);

/** The address of an account that a link would sign in to, and nobody here asked for. */
export const useUnsolicitedSession = (): string | undefined =>
  useSyncExternalStore(subscribe, () => unsolicited?.account);

/** What the link brought is dropped unread. */
export const rejectUnsolicitedSession = (): void => {
  unsolicited = undefined;
  tell();
};

/** Signs in with that link after all. Throws an AuthFailure. */
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

/** Who is signed in, as the server knows them. */
export const useMe = (): UseQueryResult<Me> => {
  const id = useSession()?.user.id;
  const due = useSecondFactorRequired();
  return useQuery({
    queryKey: identityKeys.me(id),
    queryFn: ({ signal }) => api.get<Me>(meEndpoint, undefined, signal),
    enabled: id !== undefined && !due,
  });
};
