import { useEffect } from 'react';
import { EmailCard } from '../features/identity/email-card.tsx';
import { FactorsCard } from '../features/identity/factors-card.tsx';
import { sayLinkNotice } from '../features/identity/link-notice.ts';
import { useAccount } from '../features/identity/own-account.ts';
import { PasswordCard } from '../features/identity/password-card.tsx';
import { SessionsCard } from '../features/identity/sessions-card.tsx';
import { WaysCard } from '../features/identity/ways-card.tsx';
import { useNotify } from '../shared/notify.tsx';
import { Bones, Failed } from '../shared/states.tsx';
import '../shared/list.css';
import '../features/identity/identity.css';

/** The settings' tab about how the account is reached. Links of an address change lead here. */
export function Security() {
  const { data, error, refetch } = useAccount();
  const notify = useNotify();
  useEffect(() => sayLinkNotice(notify), [notify]);
  if (error && !data)
    return <Failed what="Your account could not be loaded" error={error} onRetry={() => void refetch()} />;
  return (
    <div className="settings">
      <PasswordCard account={data} />
      {data ? <EmailCard account={data} /> : <Bones heights={[220]} />}
      {data ? <FactorsCard account={data} /> : <Bones heights={[180]} />}
      {data && <WaysCard account={data} />}
      <SessionsCard />
    </div>
  );
}
