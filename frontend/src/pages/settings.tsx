import { Segmented, Tabs } from 'antd';
import { Link } from 'react-router-dom';
import type { Me } from '#identity/contract';
import { ProfileForm } from '../features/catalog/profile-form.tsx';
import { useProfile } from '../features/catalog/profiles.ts';
import { useMe } from '../features/identity/session.ts';
import { Page } from '../shared/page.tsx';
import { Bones, Failed } from '../shared/states.tsx';
import { chooseTheme, useThemeChoice } from '../shared/theme-choice.ts';
import './settings.css';

export function Settings() {
  const items = [
    { key: 'profile', label: 'Profile', children: <Profile /> },
    { key: 'appearance', label: 'Appearance', children: <Appearance /> },
  ];
  return (
    <Page title="Settings" width="narrow">
      <Tabs items={items} />
    </Page>
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
          <dt>E-mail address</dt>
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
  const { data, error, refetch } = useProfile();
  if (error && !data)
    return <Failed what="Your profile could not be loaded" error={error} onRetry={() => void refetch()} />;
  return (
    <section className="card pad" aria-label="Public profile">
      <h2>Public profile</h2>
      <p className="muted">What clients read next to your packages.</p>
      {data ? <ProfileForm profile={data} /> : <Bones heights={[160, 72, 72]} />}
    </section>
  );
}

const themes = [
  { value: 'system', label: 'Like the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

function Appearance() {
  const choice = useThemeChoice();
  return (
    <section className="card pad" aria-label="Appearance">
      <h2>Theme</h2>
      <p className="muted">Kept on this device.</p>
      <Segmented value={choice} options={[...themes]} onChange={chooseTheme} aria-label="Theme" />
    </section>
  );
}
