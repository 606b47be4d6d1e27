import { useIsOnline } from '../platform/online.ts';

/** A message that what is on screen may be out of date. */
export function OfflineNotice() {
  const isOnline = useIsOnline();
  return (
    <div role="status">
      {!isOnline && <p className="banner center">You’re offline. What you see may be out of date.</p>}
    </div>
  );
}
