import type { OwnSession } from '#identity/contract';
import { dateAndTime } from '../../platform/dates.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { ErrorState, SkeletonBlocks } from '../../ui/states.tsx';
import { useRevokeOtherSessions, useRevokeSession, useSessions } from './api.ts';

/** Where the reader is signed in. One place, or all others, can be signed out from here. */
export function SessionsCard() {
  const { data, error, refetch } = useSessions();
  const revokeOthers = useRevokeOtherSessions();
  const others = data?.items.filter(({ here }) => !here) ?? [];
  return (
    <section className="card pad" aria-labelledby="sessions-title">
      <h2 id="sessions-title">Where you are signed in</h2>
      <p className="muted">If one of them is not you, sign it out and change your password.</p>
      {!data && error && (
        <ErrorState what="Your sessions could not be loaded" error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <SkeletonBlocks heights={[64, 64]} />}
      <ul className="own-list">
        {data?.items.map((session) => (
          <Place key={session.id} session={session} />
        ))}
      </ul>
      {others.length > 0 && (
        <p className="settings-ways">
          <BusyButton busy={revokeOthers.isPending} onClick={() => revokeOthers.mutate()}>
            Sign out all other devices
          </BusyButton>
        </p>
      )}
    </section>
  );
}

function Place({ session: { id, device, ip, createdAt, lastUsedAt, here } }: { session: OwnSession }) {
  const revoke = useRevokeSession();
  return (
    <li>
      <span>
        <b>
          {device} {here && <span className="tag pine">This device</span>}
        </b>
        <span className="muted small">
          {ip && `${ip} · `}signed in {dateAndTime(createdAt)}
          {!here && ` · last seen ${dateAndTime(lastUsedAt)}`}
        </span>
      </span>
      {!here && (
        <BusyButton busy={revoke.isPending} onClick={() => revoke.mutate(id)}>
          Sign out
        </BusyButton>
      )}
    </li>
  );
}
