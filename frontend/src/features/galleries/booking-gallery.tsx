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
  booking: Pick<Booking, 'id' | 'status' | 'creator' | 'serviceType'>;
  userId: string;
};

const textBefore = ({ status, serviceType }: BookingGalleryProps['booking']): string => {
  if (status === 'cancelled') return 'This booking was cancelled, so it has no gallery.';
  return deliversGallery(serviceType)
    ? 'Photos and videos from this booking will appear here.'
    : 'If there are photos or videos from this booking, they will appear here.';
};

/** The gallery of a booking. Without one, the creator of a confirmed booking can create it. */
export function BookingGallery({ booking, userId }: BookingGalleryProps) {
  const { id, status, creator, serviceType } = booking;
  const query = useBookingGallery(id);
  if (query.data) return <GalleryCard gallery={query.data} userId={userId} />;
  const mayCreate = status === 'confirmed' && creator.id === userId;
  return (
    <Panel title="Gallery">
      <Loaded query={query} failure="The gallery could not be loaded" skeleton={<SkeletonBlocks heights={[48]} />}>
        {() => (
          <div className="stack">
            <p className="muted">{textBefore(booking)}</p>
            {status === 'confirmed' && deliversGallery(serviceType) && <Promised bookingId={id} />}
            {mayCreate && (
              <Link className="button primary" to={`/galleries/create?booking=${id}`}>
                Create Gallery
              </Link>
            )}
          </div>
        )}
      </Loaded>
    </Panel>
  );
}

/** By when the gallery was promised, as long as the client does not see it. An empty line until the date is known. */
function Promised({ bookingId }: { bookingId: string }) {
  const { data } = useBookingDelivery(bookingId);
  return <p className={data?.isLate ? 'rose' : 'muted'}>{data ? promiseText({ ...data, version: 0 }) : '\u00a0'}</p>;
}
