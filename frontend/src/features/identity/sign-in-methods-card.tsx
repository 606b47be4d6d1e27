import type { User, UserIdentity } from '@supabase/auth-js';
import { Button, Flex } from 'antd';
import { useState } from 'react';
import { providerNamed } from '#identity/contract';
import { shortDate } from '../../platform/dates.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useLinkProvider, useProviders, useUnlinkProvider } from './api.ts';
import { RemovableItem } from './removable-item.tsx';

const descriptionOf = ({ identity_data: data, created_at }: UserIdentity): string =>
  `${data?.email ?? ''}${created_at ? ` · added ${shortDate(created_at)}` : ''}`;

/**
 * The ways to sign in to the account, and those that can be added. Shows nothing if email is the only one there can be.
 */
export function SignInMethodsCard({ account }: { account: User }) {
  const [leaving, setLeaving] = useState<UserIdentity>();
  const adding = useLinkProvider();
  const removal = useUnlinkProvider();
  const ways = account.identities ?? [];
  const toAdd = useProviders().filter((name) => !ways.some(({ provider }) => provider === name));
  if (ways.length + toAdd.length < 2) return null;
  const remove = (way: UserIdentity) => removal.mutate(way, { onSuccess: () => setLeaving(undefined) });
  return (
    <Panel title="Ways to sign in" text="You can sign in with any of these.">
      <ul className="rows">
        {ways.map((way) => (
          <RemovableItem
            key={way.identity_id}
            name={providerNamed(way.provider)}
            about={descriptionOf(way)}
            // The last way to sign in cannot be removed.
            onRemove={ways.length > 1 ? () => setLeaving(way) : undefined}
          />
        ))}
      </ul>
      {toAdd.length > 0 && (
        <Flex wrap gap={12}>
          {toAdd.map((name) => (
            <Button
              key={name}
              loading={adding.isPending && adding.variables === name}
              onClick={() => adding.mutate(name)}
            >
              Add {providerNamed(name)}
            </Button>
          ))}
        </Flex>
      )}
      <ConfirmDialog
        title={leaving ? `Remove ${providerNamed(leaving.provider)}?` : ''}
        open={leaving !== undefined}
        confirm="Remove"
        keep="Keep"
        submitting={removal.isPending}
        onKeep={() => setLeaving(undefined)}
        onConfirm={() => leaving && remove(leaving)}
      >
        <p>You’ll no longer be able to sign in with it. Your other ways to sign in still work.</p>
      </ConfirmDialog>
    </Panel>
  );
}
