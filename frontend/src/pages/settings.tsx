import { Segmented, Tabs } from 'antd';
import { Link, useSearchParams } from 'react-router-dom';
import type { Me } from '#identity/contract';
import { useOwnProfile } from '../features/catalog/api.ts';
import { ProfileForm } from '../features/catalog/profile-form.tsx';
import { CloseAccountCard } from '../features/identity/close-account-card.tsx';
import { ExportCard } from '../features/identity/export-card.tsx';
import { useMe } from '../features/identity/session.ts';
import { setThemePreference, useThemePreference } from '../platform/theme-preference.ts';
import { Page } from '../ui/page.tsx';
import { ErrorState, SkeletonBlocks } from '../ui/states.tsx';
import { Security } from './settings-security.tsx';
import './settings.css';

const items = [
  { key: 'profile', label: 'Profile', children: <Profile /> },
  { key: 'security', label: 'Security', children: <Security /> },
  { key: 'privacy', label: 'Privacy', children: <Privacy /> },
  { key: 'appearance', label: 'Appearance', children: <Appearance /> },
];
const [first] = items;

/** Each tab has its own address, `?tab=…`. */
export function Settings() {
  const [search, setSearch] = useSearchParams();
  const wanted = search.get('tab');
  const tab = items.find(({ key }) => key === wanted) ?? first;
  return (
    <Page title="Settings" width="narrow">
      <Tabs
        items={items}
        activeKey={tab?.key ?? 'profile'}
        onChange={(key) => setSearch(key === first?.key ? {} : { tab: key })}
        destroyOnHidden
      />
    </Page>
  );
}

function Privacy() {
  return (
    <div className="settings">
      <ExportCard />
      <CloseAccountCard />
    </div>
  );
}

const roleNames = { creator: 'Creator', client: 'Client', vendor: 'Vendor' } as const;

function Profile() {
  const { data: me } = useMe();
  if (!me) return null;
  const sells = me.role !== 'client';
  return (
    <div className="settings">
      <section className="card pad" aria-label="Account">
        <dl className="pairs">
          <dt>Name</dt>
          <dd>{me.displayName}</dd>
          <dt>Role</dt>
          <dd>{roleNames[me.role]}</dd>
          <dt>Email address</dt>
          <dd>{me.emailVerified ? 'Verified' : 'Not verified yet'}</dd>
        </dl>
        {sells && <Ways me={me} />}
      </section>
      {sells && me.onboardingCompleted && <PublicProfile />}
    </div>
  );
}

function Ways({ me }: { me: Me }) {
  return (
    <p className="settings-ways">
      {me.onboardingCompleted ? (
        <Link className="button" to={`/creators/${me.id}`}>
          See public profile
        </Link>
      ) : (
        <Link className="button primary" to="/onboarding">
          Complete your profile
        </Link>
      )}
    </p>
  );
}

function PublicProfile() {
  const { data, error, refetch } = useOwnProfile();
  if (error && !data)
    return <ErrorState what="Your profile could not be loaded" error={error} onRetry={() => void refetch()} />;
  return (
    <section className="card pad" aria-label="Public profile">
      <h2>Public profile</h2>
      <p className="muted">What clients read next to your packages.</p>
      {data ? <ProfileForm profile={data} /> : <SkeletonBlocks heights={[160, 72, 72]} />}
    </section>
  );
}

const themes = [
  { value: 'system', label: 'Like the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

function Appearance() {
  const choice = useThemePreference();
  return (
    <section className="card pad" aria-label="Appearance">
      <h2>Theme</h2>
      <p className="muted">Kept on this device.</p>
      <Segmented value={choice} options={[...themes]} onChange={setThemePreference} aria-label="Theme" />
    </section>
  );
}
