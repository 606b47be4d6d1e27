import { Segmented, Tabs } from 'antd';
import { Link } from 'react-router-dom';
import { useMe } from '../features/identity/session.ts';
import { Page } from '../shared/page.tsx';
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
  return (
    <section className="card pad" aria-label="Profile">
      <dl className="pairs">
        <dt>Name</dt>
        <dd>{me.displayName}</dd>
        <dt>Role</dt>
        <dd>{roleNames[me.role]}</dd>
        <dt>E-mail address</dt>
        <dd>{me.emailVerified ? 'Verified' : 'Not verified yet'}</dd>
      </dl>
      {me.role !== 'client' && (
        <p className="settings-ways">
          <Link className="button" to={`/creators/${me.id}`}>
            Public profile
          </Link>
          {!me.onboardingCompleted && (
            <Link className="button primary" to="/onboarding">
              Complete your profile
            </Link>
          )}
        </p>
      )}
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
