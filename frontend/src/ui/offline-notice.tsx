import { useIsOnline } from '../platform/online.ts';
import './offline-notice.css';

/** Says that what is on screen may be out of date. */
export function OfflineNotice() {
  const isOnline = useIsOnline();
  return (
    <div role="status">
      {!isOnline && <p className="offline-notice">You are offline. What you see may be out of date.</p>}
    </div>
  );
}
