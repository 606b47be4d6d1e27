import { useMe } from '../features/identity/session.ts';
import { PreferencesCard } from '../features/notifications/preferences-card.tsx';

export function NotificationSettings() {
  const { data: me } = useMe();
  return me ? <PreferencesCard isProfessional={me.role !== 'client'} isStaff={me.staffRoles.length > 0} /> : null;
}
