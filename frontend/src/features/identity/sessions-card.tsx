import { Button, Tag } from 'antd';
import type { OwnSession } from '#identity/contract';
import { dateAndTime } from '../../platform/dates.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonBlocks } from '../../ui/states.tsx';
import { useRevokeOtherSessions, useRevokeSession, useSessions } from './api.ts';
import { OwnItem } from './own-item.tsx';

/** The devices with a session. One of them, or all others, can be signed out. */
export function SessionsCard() {
  const sessions = useSessions();
  const revokeOthers = useRevokeOtherSessions();
  const otherSessions = sessions.data?.items.filter(({ here }) => !here) ?? [];
  return (
    <Panel title="Where you’re signed in" text="Don’t recognize a device? Sign it out and change your password.">
      <Loaded
        query={sessions}
        failure="Your sessions could not be loaded"
        skeleton={<SkeletonBlocks heights={[64, 64]} />}
      >
        {({ items }) => (
          <ul className="rows">
            {items.map((session) => (
              <Place key={session.id} session={session} />
            ))}
          </ul>
        )}
      </Loaded>
      {otherSessions.length > 0 && (
        <Button loading={revokeOthers.isPending} onClick={() => revokeOthers.mutate()}>
          Sign out all other devices
        </Button>
      )}
    </Panel>
  );
}

function Place({ session: { id, device, ip, createdAt, lastUsedAt, here } }: { session: OwnSession }) {
  const revoke = useRevokeSession();
  return (
    <OwnItem
      name={
        <>
          {device} {here && <Tag color="success">This device</Tag>}
        </>
      }
      about={
        <>
          {ip && `${ip} · `}Signed in {dateAndTime(createdAt)}
          {!here && ` · last active ${dateAndTime(lastUsedAt)}`}
        </>
      }
    >
      {!here && (
        <Button loading={revoke.isPending} onClick={() => revoke.mutate(id)}>
          Sign out
        </Button>
      )}
    </OwnItem>
  );
}
