import { Drawer } from 'antd';
import { Loaded } from '../../ui/loaded.tsx';
import { SkeletonBlocks } from '../../ui/states.tsx';
import { useLogEvent } from './api.ts';

/** One event as it is stored, without personal data. */
export function EventDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  return (
    <Drawer title="Event" size="min(640px, 100vw)" open={id !== undefined} onClose={onClose} destroyOnHidden>
      {id && <EventDocument id={id} />}
    </Drawer>
  );
}

function EventDocument({ id }: { id: string }) {
  const query = useLogEvent(id);
  return (
    <Loaded query={query} failure="The event could not be loaded" skeleton={<SkeletonBlocks heights={[300]} />}>
      {(event) => (
        <div className="stack staff-list">
          {event.hidden.length > 0 && (
            <p className="small muted">Personal data is hidden: {event.hidden.join(', ')}.</p>
          )}
          <pre className="small event-json">{JSON.stringify(event, null, 2)}</pre>
        </div>
      )}
    </Loaded>
  );
}
