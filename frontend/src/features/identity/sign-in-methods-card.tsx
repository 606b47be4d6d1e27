import type { User, UserIdentity } from '@supabase/auth-js';
import { useState } from 'react';
import { providerNamed } from '#identity/contract';
import { shortDate } from '../../platform/dates.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { usePending } from '../../ui/pending.ts';
import { ConfirmRemovalDialog } from './confirm-removal-dialog.tsx';
import { accountChanged } from './own-account.ts';
import { linkProvider, unlinkProvider, useProviders } from './providers.ts';
import { RemovableItem } from './removable-item.tsx';

const about = ({ identity_data: data, created_at }: UserIdentity): string =>
  `${data?.email ?? ''}${created_at ? ` · added ${shortDate(created_at)}` : ''}`;

/** The account's ways in, and those there could be. With the address alone and nothing to add it says nothing. */
export function SignInMethodsCard({ account }: { account: User }) {
  const [leaving, setLeaving] = useState<UserIdentity>();
  const { pending, run } = usePending();
  const ways = account.identities ?? [];
  const toAdd = useProviders().filter((name) => !ways.some(({ provider }) => provider === name));
  if (ways.length + toAdd.length < 2) return null;
  const add = (name: string) => run(name, () => linkProvider(name), { otherwise: 'Failed to add the way to sign in' });
  const remove = async (way: UserIdentity) => {
    const done = `${providerNamed(way.provider)} removed`;
    const words = { done, otherwise: 'Failed to remove the way to sign in' };
    if (await run('remove', () => unlinkProvider(way), words)) setLeaving(undefined);
    await accountChanged();
  };
  return (
    <section className="card pad" aria-labelledby="ways-title">
      <h2 id="ways-title">Ways to sign in</h2>
      <p className="muted">Each of them opens your account.</p>
      <ul className="own-list">
        {ways.map((way) => (
          <RemovableItem
            key={way.identity_id}
            name={providerNamed(way.provider)}
            about={about(way)}
            // The last one stays.
            onRemove={ways.length > 1 ? () => setLeaving(way) : undefined}
          />
        ))}
      </ul>
      {toAdd.length > 0 && (
        <p className="settings-ways">
          {toAdd.map((name) => (
            <BusyButton key={name} busy={pending === name} onClick={() => void add(name)}>
              Add {providerNamed(name)}
            </BusyButton>
          ))}
        </p>
      )}
      <ConfirmRemovalDialog
        name={leaving && providerNamed(leaving.provider)}
        busy={pending === 'remove'}
        onKeep={() => setLeaving(undefined)}
        onRemove={() => leaving && void remove(leaving)}
      >
        It no longer signs you in. Your other ways to sign in stay.
      </ConfirmRemovalDialog>
    </section>
  );
}
