import type { Factor } from '@supabase/auth-js';
import { useState } from 'react';
import { BusyButton } from '../../ui/busy-button.tsx';
import { usePending } from '../../ui/pending.ts';
import { AuthenticatorAppDialog } from './authenticator-app-dialog.tsx';
import { enrollAuthenticatorApp, type NewAuthenticatorApp, removeFactor } from './factors.ts';
import { accountChanged } from './own-account.ts';
import { addPasskey, hasPasskeys } from './passkeys.ts';

/** A name that no other of the person's factors has. */
const freeName = (base: string, factors: readonly Factor[]): string => {
  const taken = new Set(factors.map(({ friendly_name }) => friendly_name));
  let name = base;
  for (let count = 2; taken.has(name); count++) name = `${base} ${count}`;
  return name;
};

/** Ways to a second factor. `factors`: all there are, also those that were begun and not confirmed. */
export function AddFactor({ factors }: { factors: readonly Factor[] }) {
  const [app, setApp] = useState<NewAuthenticatorApp>();
  const { pending, run } = usePending();
  const begin = async () => {
    const otherwise = 'Failed to add the authenticator app';
    await run('app', async () => setApp(await enrollAuthenticatorApp(freeName('Authenticator app', factors))), {
      otherwise,
    });
    await accountChanged();
  };
  const giveUp = async () => {
    if (!app) return;
    setApp(undefined);
    // What is not taken back goes by itself within minutes.
    await removeFactor(app).catch(() => undefined);
    await accountChanged();
  };
  const passkey = async () => {
    const words = { done: 'Passkey added', otherwise: 'Failed to add the passkey' };
    await run('passkey', () => addPasskey(freeName('Passkey', factors)), words);
    await accountChanged();
  };
  return (
    <>
      <p className="settings-ways">
        <BusyButton busy={pending === 'app'} onClick={() => void begin()}>
          Add authenticator app
        </BusyButton>
        {hasPasskeys() && (
          <BusyButton busy={pending === 'passkey'} onClick={() => void passkey()}>
            Add passkey
          </BusyButton>
        )}
      </p>
      <AuthenticatorAppDialog app={app} onDone={() => setApp(undefined)} onCancel={() => void giveUp()} />
    </>
  );
}
