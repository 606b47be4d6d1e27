import { useOwnAvailability } from '../features/catalog/availability-api.ts';
import { AvailabilityForm } from '../features/catalog/availability-form.tsx';
import { FeedPanel, SubscriptionPanel } from '../features/catalog/calendar-links.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { SkeletonBlocks } from '../ui/states.tsx';

/** When a professional works. */
export function Availability() {
  return (
    <Loaded
      query={useOwnAvailability()}
      failure="Your availability could not be loaded"
      skeleton={<SkeletonBlocks heights={[260, 420]} />}
    >
      {(availability) => (
        <div className="stack">
          <AvailabilityForm availability={availability} />
          <FeedPanel feedPath={availability.feedPath} />
          <SubscriptionPanel subscriptions={availability.subscriptions} />
        </div>
      )}
    </Loaded>
  );
}
