import { Switch } from 'antd';
import type { NotificationPreferences } from '#notifications/contract';
import { Loaded } from '../../ui/loaded.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonBlocks } from '../../ui/states.tsx';
import { groupsFor, groupTexts } from './groups.ts';
import { useNotificationPreferences, useSaveNotificationPreferences } from './settings-api.ts';
import './notifications.css';

/** How the user is notified of what. `isProfessional` is true for creators and vendors, `isStaff` for staff. */
export function PreferencesCard({ isProfessional, isStaff }: { isProfessional: boolean; isStaff: boolean }) {
  return (
    <Panel
      title="Notifications"
      text="Choose what you hear about, and where. Emails about your account and its security are always sent."
    >
      <Loaded
        query={useNotificationPreferences()}
        failure="Your notification settings could not be loaded"
        skeleton={<SkeletonBlocks heights={[64, 64, 64, 64]} />}
      >
        {({ items }) => <Preferences items={items} isProfessional={isProfessional} isStaff={isStaff} />}
      </Loaded>
    </Panel>
  );
}

type Items = NotificationPreferences['items'];
const channels = { app: 'In the app', email: 'Email' } as const;

function Preferences({ items, isProfessional, isStaff }: { items: Items; isProfessional: boolean; isStaff: boolean }) {
  const { mutate, isPending, variables } = useSaveNotificationPreferences();
  const listed = groupsFor({ isProfessional, isStaff });
  return (
    <div className="rows">
      <div className="preference small muted" aria-hidden="true">
        <span />
        <span>{channels.app}</span>
        <span>{channels.email}</span>
      </div>
      {listed.map((group) => {
        const { label, text } = groupTexts[group];
        const saved = items.find((item) => item.group === group) ?? { group, app: true, email: true };
        const isSaving = isPending && variables?.[0]?.group === group;
        const shown = isSaving ? variables?.[0] : saved;
        return (
          <div key={group} className="preference">
            <div>
              <b>{label}</b>
              <div className="small muted">{text}</div>
            </div>
            {(['app', 'email'] as const).map((channel) => (
              <Switch
                key={channel}
                checked={(shown ?? saved)[channel]}
                disabled={isPending}
                aria-label={`${label}: ${channels[channel]}`}
                onChange={(checked) => mutate([{ ...saved, [channel]: checked }])}
              />
            ))}
          </div>
        );
      })}
    </div>
  );
}
