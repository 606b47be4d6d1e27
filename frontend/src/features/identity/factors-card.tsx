import type { Factor, User } from '@supabase/auth-js';
import { useState } from 'react';
import { BusyButton } from '../../shared/busy-button.tsx';
import { shortDate } from '../../shared/dates.ts';
import { Dialog } from '../../shared/dialog.tsx';
import { usePending } from '../../shared/pending.ts';
import { AppDialog } from './app-dialog.tsx';
import { beginApp, type NewAuthenticatorApp, removeFactor } from './factors.ts';
import { accountChanged } from './own-account.ts';
import { addPasskey, hasPasskeys } from './passkeys.ts';
import { factorsOf } from './second-factor.ts';

const kinds: Readonly<Record<string, string>> = { totp: 'Authenticator app', webauthn: 'Passkey' };
const nameOf = ({ friendly_name, factor_type }: Factor) => friendly_name || kinds[factor_type] || 'Second factor';

/** Says what it is once: most are called after their kind. */
const about = (factor: Factor) => {
  const [kind, date] = [kinds[factor.factor_type], shortDate(factor.created_at)];
  return kind === undefined || kind === nameOf(factor) ? `Added ${date}` : `${kind} · added ${date}`;
};

/** A name that no other of the person's factors has. */
const freeName = (base: string, factors: readonly Factor[]): string => {
  const taken = new Set(factors.map(({ friendly_name }) => friendly_name));
  let name = base;
  for (let count = 2; taken.has(name); count++) name = `${base} ${count}`;
  return name;
};

/** What is asked besides the password, and ways to add and remove it. */
export function FactorsCard({ account }: { account: User }) {
  const [app, setApp] = useState<NewAuthenticatorApp>();
  const [leaving, setLeaving] = useState<Factor>();
  const { pending, run } = usePending();
  const factors = factorsOf(account.factors);
  const named = (base: string) => freeName(base, account.factors ?? []);
  const begin = async () => {
    const otherwise = 'Failed to add the authenticator app';
    await run('app', async () => setApp(await beginApp(named('Authenticator app'))), { otherwise });
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
    await run('passkey', () => addPasskey(named('Passkey')), words);
    await accountChanged();
  };
  const remove = async (factor: Factor) => {
    const words = { done: `${nameOf(factor)} removed`, otherwise: 'Failed to remove the second factor' };
    if (await run('remove', () => removeFactor(factor), words)) setLeaving(undefined);
    await accountChanged();
  };
  return (
    <section className="card pad" aria-labelledby="factors-title">
      <h2 id="factors-title">Second factor</h2>
      <p className="muted">
        Asked for after your password, so that the password alone opens nothing.
        {factors.length > 1 && ' Any one of them is enough.'}
      </p>
      <ul className="own-list">
        {factors.map((factor) => (
          <li key={factor.id}>
            <span>
              <b>{nameOf(factor)}</b>
              <span className="muted small">{about(factor)}</span>
            </span>
            <button
              type="button"
              className="button"
              aria-label={`Remove ${nameOf(factor)}`}
              onClick={() => setLeaving(factor)}
            >
              Remove
            </button>
          </li>
        ))}
      </ul>
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
      <AppDialog app={app} onDone={() => setApp(undefined)} onCancel={() => void giveUp()} />
      <Dialog
        title={`Remove ${leaving ? nameOf(leaving) : ''}?`}
        open={leaving !== undefined}
        onClose={() => setLeaving(undefined)}
        actions={
          <>
            <BusyButton onClick={() => setLeaving(undefined)}>Keep it</BusyButton>
            <BusyButton danger busy={pending === 'remove'} onClick={() => leaving && void remove(leaving)}>
              Remove
            </BusyButton>
          </>
        }
      >
        <p>{factors.length > 1 ? 'Your other second factors stay.' : 'Your password alone will then sign you in.'}</p>
      </Dialog>
    </section>
  );
}
