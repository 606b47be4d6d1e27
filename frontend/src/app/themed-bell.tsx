import { NotificationBell } from '../features/notifications/bell.tsx';
import { AntDesign } from './ant-design.tsx';

/** The bell of signed-in users, who see it on public pages too. */
export function ThemedBell() {
  return (
    <AntDesign>
      <NotificationBell />
    </AntDesign>
  );
}
