import type { Factor, User } from '@supabase/auth-js';
import { useState } from 'react';
import { shortDate } from '../../platform/dates.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Panel } from '../../ui/panel.tsx';
import { AddFactor } from './add-factor.tsx';
import { useRemoveFactor } from './api.ts';
import { RemovableItem } from './removable-item.tsx';
import { factorsOf } from './second-factor.ts';

const kinds: Readonly<Record<string, string>> = { totp: 'Authenticator app', webauthn: 'Passkey' };
const nameOf = ({ friendly_name, factor_type }: Factor) => friendly_name || kinds[factor_type] || 'Second factor';

/** Omits the kind if the name already contains it. */
const descriptionOf = (factor: Factor) => {
  const [kind, date] = [kinds[factor.factor_type], shortDate(factor.created_at)];
  return kind === undefined || kind === nameOf(factor) ? `Added ${date}` : `${kind} · added ${date}`;
};

/** The account's second factors, and ways to add and remove them. */
export function FactorsCard({ account }: { account: User }) {
  const [leaving, setLeaving] = useState<Factor>();
  const removal = useRemoveFactor();
  const factors = factorsOf(account.factors);
  const hasSeveral = factors.length > 1;
  const remove = (factor: Factor) =>
    removal.mutate({ id: factor.id, name: nameOf(factor) }, { onSuccess: () => setLeaving(undefined) });
  return (
    <Panel
      title="Second factor"
      text={`Asked for after your password, so a stolen password isn’t enough.${hasSeveral ? ' You need only one of them.' : ''}`}
    >
      <ul className="rows">
        {factors.map((factor) => (
          <RemovableItem
            key={factor.id}
            name={nameOf(factor)}
            about={descriptionOf(factor)}
            onRemove={() => setLeaving(factor)}
          />
        ))}
      </ul>
      <AddFactor factors={account.factors ?? []} />
      <ConfirmDialog
        title={leaving ? `Remove ${nameOf(leaving)}?` : ''}
        open={leaving !== undefined}
        confirm="Remove"
        keep="Keep"
        submitting={removal.isPending}
        onKeep={() => setLeaving(undefined)}
        onConfirm={() => leaving && remove(leaving)}
      >
        <p>
          {hasSeveral ? 'Your other second factors stay active.' : 'Your password alone will be enough to sign in.'}
        </p>
      </ConfirmDialog>
    </Panel>
  );
}
