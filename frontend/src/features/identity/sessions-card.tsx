import type { OwnSession } from '#identity/contract';
import { dateAndTime } from '../../platform/dates.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { usePending } from '../../ui/pending.ts';
import { ErrorState, SkeletonBlocks } from '../../ui/states.tsx';
import { accountChanged, revokeOtherSessions, revokeSession, useSessions } from './own-account.ts';

/** Where the reader is signed in. One place, or all others, can be signed out from here. */
export function SessionsCard() {
  const { data, error, refetch } = useSessions();
  const { pending, run } = usePending();
  const end = async (name: string, work: () => Promise<void>, done: string) => {
    await run(name, work, { done, otherwise: 'Failed to sign out the device' });
    await accountChanged();
  };
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
          <Place
            key={session.id}
            session={session}
            busy={pending === session.id}
            onEnd={() => void end(session.id, () => revokeSession(session.id), 'Device signed out')}
          />
        ))}
      </ul>
      {others.length > 0 && (
        <p className="settings-ways">
          <BusyButton
            busy={pending === 'others'}
            onClick={() => void end('others', revokeOtherSessions, 'All other devices signed out')}
          >
            Sign out all other devices
          </BusyButton>
        </p>
      )}
    </section>
  );
}

type PlaceProps = { session: OwnSession; busy: boolean; onEnd: () => void };

function Place({ session: { device, ip, createdAt, lastUsedAt, here }, busy, onEnd }: PlaceProps) {
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
        <BusyButton busy={busy} onClick={onEnd}>
          Sign out
        </BusyButton>
      )}
    </li>
  );
}
