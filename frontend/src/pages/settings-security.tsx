import { useEffect } from 'react';
import { useAccount } from '../features/identity/account.ts';
import { EmailCard } from '../features/identity/email-card.tsx';
import { FactorsCard } from '../features/identity/factors-card.tsx';
import { showLinkNotice } from '../features/identity/link-notice.ts';
import { PasswordCard } from '../features/identity/password-card.tsx';
import { SessionsCard } from '../features/identity/sessions-card.tsx';
import { SignInMethodsCard } from '../features/identity/sign-in-methods-card.tsx';
import { useNotify } from '../ui/notify.tsx';
import { ErrorState, SkeletonBlocks } from '../ui/states.tsx';
import '../features/identity/identity.css';

/** The settings about signing in. Links that confirm a new email lead here. */
export function Security() {
  const { data, error, refetch } = useAccount();
  const notify = useNotify();
  useEffect(() => showLinkNotice(notify), [notify]);
  if (error && !data)
    return <ErrorState what="Your account could not be loaded" error={error} onRetry={() => void refetch()} />;
  return (
    <div className="stack">
      <PasswordCard account={data} />
      {data ? <EmailCard account={data} /> : <SkeletonBlocks heights={[220]} />}
      {data ? <FactorsCard account={data} /> : <SkeletonBlocks heights={[180]} />}
      {data && <SignInMethodsCard account={data} />}
      <SessionsCard />
    </div>
  );
}
