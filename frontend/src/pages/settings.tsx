import { Descriptions, Tabs } from 'antd';
import { type ReactNode, Suspense, useEffect } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { Me } from '#identity/contract';
import { useOwnProfile } from '../features/catalog/api.ts';
import { ProfileForm } from '../features/catalog/profile-form.tsx';
import { AvatarCard } from '../features/identity/avatar-card.tsx';
import { useMe } from '../features/identity/session.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { Panel } from '../ui/panel.tsx';
import { SkeletonBlocks } from '../ui/states.tsx';
import { WhenNear } from '../ui/when-near.tsx';

const DetailsCard = lazyPart(async () => (await import('../features/identity/details-card.tsx')).DetailsCard);
const Security = lazyPart(async () => (await import('./settings-security.tsx')).Security);
const PortfolioEditor = lazyPart(
  async () => (await import('../features/catalog/portfolio-editor.tsx')).PortfolioEditor,
);
const Offers = lazyPart(async () => (await import('./settings-offers.tsx')).Offers);
const Availability = lazyPart(async () => (await import('./settings-availability.tsx')).Availability);
const OwnProfileProgress = lazyPart(
  async () => (await import('../features/catalog/own-profile-progress.tsx')).OwnProfileProgress,
);
const CancellationPolicyCard = lazyPart(
  async () => (await import('../features/catalog/cancellation-policy-card.tsx')).CancellationPolicyCard,
);
const GallerySettingsCard = lazyPart(
  async () => (await import('../features/galleries/gallery-settings-card.tsx')).GallerySettingsCard,
);
const NotificationSettings = lazyPart(async () => (await import('./settings-notifications.tsx')).NotificationSettings);
const Payouts = lazyPart(async () => (await import('./settings-payouts.tsx')).Payouts);
const Plans = lazyPart(async () => (await import('./settings-plan.tsx')).Plans);
const Appearance = lazyPart(async () => (await import('./settings-appearance.tsx')).Appearance);
const Privacy = lazyPart(async () => (await import('./settings-privacy.tsx')).Privacy);

/** A tab whose code is loaded when it is opened. */
const withSkeleton = (tab: ReactNode): ReactNode => (
  <Suspense fallback={<SkeletonBlocks heights={[160, 160]} />}>{tab}</Suspense>
);

type Tab = { key: string; label: string; children: ReactNode; forProfessionals?: boolean };
const items: readonly Tab[] = [
  { key: 'profile', label: 'Profile', children: <Profile /> },
  { key: 'services', label: 'Services', children: withSkeleton(<Offers />), forProfessionals: true },
  { key: 'security', label: 'Security', children: withSkeleton(<Security />) },
  { key: 'availability', label: 'Availability', children: withSkeleton(<Availability />), forProfessionals: true },
  { key: 'notifications', label: 'Notifications', children: withSkeleton(<NotificationSettings />) },
  { key: 'payouts', label: 'Payouts', children: withSkeleton(<Payouts />), forProfessionals: true },
  { key: 'plan', label: 'Plan & credits', children: withSkeleton(<Plans />), forProfessionals: true },
  { key: 'privacy', label: 'Privacy', children: withSkeleton(<Privacy />) },
  { key: 'appearance', label: 'Appearance', children: withSkeleton(<Appearance />) },
];
const [first] = items;
/** The tabs that a user has. Until the role is known, all of them, so that an address of a tab opens it. */
const tabsOf = (me: Me | undefined) =>
  items
    .filter(({ forProfessionals }) => !forProfessionals || me?.role !== 'client')
    .map(({ key, label, children }) => ({ key, label, children }));

/** Each tab has its own address, `?tab=…`. A tab that was opened stays, with what was typed into its forms. */
export function Settings() {
  const [search, setSearch] = useSearchParams();
  // The checkout of a plan returns without the name of the tab.
  const isBackFromCheckout = search.has('payment') && !search.has('tab');
  useEffect(() => {
    if (isBackFromCheckout) setSearch((all) => [...all, ['tab', 'plan']], { replace: true });
  }, [isBackFromCheckout, setSearch]);
  const requested = isBackFromCheckout ? 'plan' : search.get('tab');
  const tabs = tabsOf(useMe().data);
  const tab = tabs.find(({ key }) => key === requested) ?? first;
  return (
    <Page title="Settings" width="narrow">
      <Tabs
        items={tabs}
        activeKey={tab?.key ?? 'profile'}
        onChange={(key) => setSearch(key === first?.key ? {} : { tab: key })}
      />
    </Page>
  );
}

const roleNames = { creator: 'Creator', client: 'Client', vendor: 'Vendor' } as const;

function Profile() {
  const { data: me } = useMe();
  if (!me) return null;
  const isProfessional = me.role !== 'client';
  const items = [
    { key: 'name', label: 'Name', children: me.displayName },
    { key: 'role', label: 'Role', children: roleNames[me.role] },
    { key: 'email', label: 'Email', children: me.emailVerified ? 'Confirmed' : 'Not confirmed yet' },
  ];
  return (
    <div className="stack">
      <Panel title="Account">
        <div className="stack">
          <Descriptions items={items} column={1} colon={false} />
          {isProfessional && (
            <div>
              <ProfileLink me={me} />
            </div>
          )}
        </div>
      </Panel>
      <AvatarCard me={me} />
      {withSkeleton(<DetailsCard />)}
      {isProfessional && me.onboardingCompleted && <PublicProfile />}
      {isProfessional && (
        <Panel title="Portfolio" text="Your best work. The first photo is featured on your card.">
          <WhenNear>
            <Suspense fallback={<SkeletonBlocks heights={[160]} />}>
              <PortfolioEditor />
            </Suspense>
          </WhenNear>
        </Panel>
      )}
    </div>
  );
}

function ProfileLink({ me }: { me: Me }) {
  return me.onboardingCompleted ? (
    <Link className="button" to={`/creators/${me.id}`}>
      View public profile
    </Link>
  ) : (
    <Link className="button primary" to="/onboarding">
      Complete your profile
    </Link>
  );
}

function PublicProfile() {
  const profile = useOwnProfile();
  return (
    <>
      <Panel title="Public profile" text="What clients see on your profile.">
        <Loaded
          query={profile}
          failure="Your profile could not be loaded"
          skeleton={<SkeletonBlocks heights={[160, 72, 72]} />}
        >
          {(data) => <ProfileForm profile={data} />}
        </Loaded>
      </Panel>
      {profile.data && (
        <WhenNear>
          {withSkeleton(
            <div className="stack">
              <OwnProfileProgress profile={profile.data} />
              <CancellationPolicyCard profile={profile.data} />
              <GallerySettingsCard />
            </div>,
          )}
        </WhenNear>
      )}
    </>
  );
}
