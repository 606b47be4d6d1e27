import type { Factor, User } from '@supabase/auth-js';
import { useState } from 'react';
import { shortDate } from '../../platform/dates.ts';
import { AddFactor } from './add-factor.tsx';
import { useRemoveFactor } from './api.ts';
import { ConfirmRemovalDialog } from './confirm-removal-dialog.tsx';
import { RemovableItem } from './removable-item.tsx';
import { factorsOf } from './second-factor.ts';

const kinds: Readonly<Record<string, string>> = { totp: 'Authenticator app', webauthn: 'Passkey' };
const nameOf = ({ friendly_name, factor_type }: Factor) => friendly_name || kinds[factor_type] || 'Second factor';

/** Says what it is once: most are called after their kind. */
const about = (factor: Factor) => {
  const [kind, date] = [kinds[factor.factor_type], shortDate(factor.created_at)];
  return kind === undefined || kind === nameOf(factor) ? `Added ${date}` : `${kind} · added ${date}`;
};

/** What is asked besides the password, and ways to add and remove it. */
export function FactorsCard({ account }: { account: User }) {
  const [leaving, setLeaving] = useState<Factor>();
  const removal = useRemoveFactor();
  const factors = factorsOf(account.factors);
  const several = factors.length > 1;
  const remove = (factor: Factor) =>
    removal.mutate({ id: factor.id, name: nameOf(factor) }, { onSuccess: () => setLeaving(undefined) });
  return (
    <section className="card pad" aria-labelledby="factors-title">
      <h2 id="factors-title">Second factor</h2>
      <p className="muted">
        Asked for after your password, so that the password alone opens nothing.
        {several && ' Any one of them is enough.'}
      </p>
      <ul className="own-list">
        {factors.map((factor) => (
          <RemovableItem
            key={factor.id}
            name={nameOf(factor)}
            about={about(factor)}
            onRemove={() => setLeaving(factor)}
          />
        ))}
      </ul>
      <AddFactor factors={account.factors ?? []} />
      <ConfirmRemovalDialog
        name={leaving && nameOf(leaving)}
        busy={removal.isPending}
        onKeep={() => setLeaving(undefined)}
        onRemove={() => leaving && remove(leaving)}
      >
        {several ? 'Your other second factors stay.' : 'Your password alone will then sign you in.'}
      </ConfirmRemovalDialog>
    </section>
  );
}
