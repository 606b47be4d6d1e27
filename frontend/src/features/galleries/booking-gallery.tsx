import { Link } from 'react-router-dom';
import type { Booking } from '#bookings/contract';
import { deliversGallery } from '#catalog/contract';
import { Loaded } from '../../ui/loaded.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonBlocks } from '../../ui/states.tsx';
import { useBookingDelivery, useBookingGallery } from './api.ts';
import { GalleryCard } from './gallery-card.tsx';
import { promiseText } from './gallery-labels.ts';

type BookingGalleryProps = {
  booking: Pick<Booking, 'id' | 'status' | 'serviceType'>;
  userId: string;
};

const failure = 'The gallery could not be loaded';
const skeleton = <SkeletonBlocks heights={[48]} />;

const textBefore = ({ status, serviceType }: BookingGalleryProps['booking']): string => {
  if (status === 'cancelled') return 'This booking was cancelled, so it has no gallery.';
  return deliversGallery(serviceType)
    ? 'Photos and videos from this booking will appear here.'
    : 'If there are photos or videos from this booking, they will appear here.';
};

/** The gallery of a booking. If there is none, the users who may create it find a link here. */
export function BookingGallery({ booking, userId }: BookingGalleryProps) {
  const query = useBookingGallery(booking.id);
  if (query.data) return <GalleryCard gallery={query.data} userId={userId} />;
  return (
    <Panel title="Gallery">
      <Loaded query={query} failure={failure} skeleton={skeleton}>
        {() => <MissingGallery booking={booking} />}
      </Loaded>
    </Panel>
  );
}

/** The date of the promise to deliver is shown as long as the client does not see the gallery. */
function MissingGallery({ booking }: Pick<BookingGalleryProps, 'booking'>) {
  const { id, status, serviceType } = booking;
  return (
    <Loaded query={useBookingDelivery(id)} failure={failure} skeleton={skeleton}>
      {({ may, ...promise }) => (
        <div className="stack">
          <p className="muted">{textBefore(booking)}</p>
          {status === 'confirmed' && deliversGallery(serviceType) && (
            <p className={promise.isLate ? 'rose' : 'muted'}>{promiseText({ ...promise, version: 0 })}</p>
          )}
          {may.createGallery && (
            <Link className="button primary" to={`/galleries/create?booking=${id}`}>
              Create Gallery
            </Link>
          )}
        </div>
      )}
    </Loaded>
  );
}
