import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Me } from '#identity/contract';
import { importCode, importInBackground } from '../../platform/code-loading.ts';
import { dataLoaded } from '../../platform/data-loaded.ts';
import { api, setAuthentication } from '../../platform/http.ts';
import { storedSession } from '../../platform/session-storage.ts';
import { meEndpoint } from './endpoints.ts';
import { identityKeys } from './keys.ts';
import {
  isSessionKnown,
  rejectUnsolicitedSession,
  setRecovering,
  unsolicitedSession,
  useSecondFactorRequired,
  useSession,
} from './session-state.ts';

type Auth = typeof import('./auth-client.ts');
let loadedAuth: Auth | undefined;
const importAuth = async (): Promise<Auth> => {
  loadedAuth = await import('./auth-client.ts');
  return loadedAuth;
};

/** The auth client. Only pages that change the session import it directly; all others load it after their data. */
export const loadAuth = async (): Promise<Auth> => loadedAuth ?? importCode(importAuth);

const ignoreFailure = () => undefined;

setAuthentication(
  async () => storedSession()?.access_token ?? (await loadAuth()).currentToken(),
  () => void loadAuth().then(({ discardSession }) => discardSession(), ignoreFailure),
);
if (typeof window !== 'undefined')
  (isSessionKnown() ? dataLoaded() : Promise.resolve()).then(() => importInBackground(importAuth)).catch(ignoreFailure);

/** Signs in with the tokens of the unsolicited link. Throws an AuthFailure. */
export const acceptUnsolicitedSession = async (): Promise<void> => {
  const link = unsolicitedSession();
  if (!link) return;
  const { access_token, refresh_token, recovers } = link;
  const { auth, check } = await loadAuth();
  setRecovering(recovers);
  const result = await auth.setSession({ access_token, refresh_token });
  if (result.error) {
    setRecovering(false);
    rejectUnsolicitedSession();
  }
  check(result, 'Email link is invalid or has expired');
};

/** The signed-in user, according to the server. */
export const useMe = (): UseQueryResult<Me> => {
  const id = useSession()?.user.id;
  const secondFactorRequired = useSecondFactorRequired();
  return useQuery({
    queryKey: identityKeys.me(id),
    queryFn: ({ signal }) => api.get<Me>(meEndpoint, undefined, signal),
    enabled: id !== undefined && !secondFactorRequired,
  });
};
