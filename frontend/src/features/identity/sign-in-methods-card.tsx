import type { User, UserIdentity } from '@supabase/auth-js';
import { useState } from 'react';
import { providerNamed } from '#identity/contract';
import { shortDate } from '../../platform/dates.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { useLinkProvider, useProviders, useUnlinkProvider } from './api.ts';
import { ConfirmRemovalDialog } from './confirm-removal-dialog.tsx';
import { RemovableItem } from './removable-item.tsx';

const about = ({ identity_data: data, created_at }: UserIdentity): string =>
  `${data?.email ?? ''}${created_at ? ` · added ${shortDate(created_at)}` : ''}`;

/** The account's ways in, and those there could be. With the address alone and nothing to add it says nothing. */
export function SignInMethodsCard({ account }: { account: User }) {
  const [leaving, setLeaving] = useState<UserIdentity>();
  const adding = useLinkProvider();
  const removal = useUnlinkProvider();
  const ways = account.identities ?? [];
  const toAdd = useProviders().filter((name) => !ways.some(({ provider }) => provider === name));
  if (ways.length + toAdd.length < 2) return null;
  const remove = (way: UserIdentity) => removal.mutate(way, { onSuccess: () => setLeaving(undefined) });
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
            <BusyButton
              key={name}
              busy={adding.isPending && adding.variables === name}
              onClick={() => adding.mutate(name)}
            >
              Add {providerNamed(name)}
            </BusyButton>
          ))}
        </p>
      )}
      <ConfirmRemovalDialog
        name={leaving && providerNamed(leaving.provider)}
        busy={removal.isPending}
        onKeep={() => setLeaving(undefined)}
        onRemove={() => leaving && remove(leaving)}
      >
        It no longer signs you in. Your other ways to sign in stay.
      </ConfirmRemovalDialog>
    </section>
  );
}
