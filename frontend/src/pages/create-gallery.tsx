import { useNavigate, useSearchParams } from 'react-router-dom';
import type { GalleryBookings, NewGallery } from '#galleries/contract';
import { useGalleryBookings } from '../features/galleries/api.ts';
import { useCreateGallery } from '../features/galleries/create-api.ts';
import { galleryDraftKey } from '../features/galleries/create-draft.ts';
import { CreateGalleryForm } from '../features/galleries/create-gallery-form.tsx';
import { useMe } from '../features/identity/session.ts';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { EmptyState, SkeletonBlocks } from '../ui/states.tsx';

const myBookings = { to: '/bookings', name: 'My Bookings' };

export function CreateGallery() {
  const [params] = useSearchParams();
  const requested = params.get('booking');
  const draftKey = galleryDraftKey(useMe().data?.id, requested);
  const create = useCreateGallery(draftKey);
  // After the gallery is created its booking is no longer in this list, but the form stays until the next page is
  // shown.
  const query = useGalleryBookings(create.isIdle || create.isError);
  return (
    <Page
      title="Create Gallery"
      lead="For a confirmed booking. Its client sees the gallery once you mark it as ready."
      width="narrow"
    >
      <Loaded
        query={query}
        failure="Your bookings could not be loaded"
        skeleton={<SkeletonBlocks heights={[400, 44]} />}
      >
        {(bookings) =>
          bookings.length === 0 ? (
            <NoBookings />
          ) : (
            <Ready bookings={bookings} requested={requested} draftKey={draftKey} create={create} />
          )
        }
      </Loaded>
    </Page>
  );
}

function NoBookings() {
  const isClient = useMe().data?.role === 'client';
  return isClient ? (
    <EmptyState
      title="Professionals create galleries"
      text="Galleries of your bookings appear under Galleries once they are finished."
      link={{ to: '/galleries', name: 'Galleries' }}
    />
  ) : (
    <EmptyState
      title="No booking needs a gallery"
      text="A gallery belongs to a confirmed booking, and all of yours have one."
      link={myBookings}
    />
  );
}

type ReadyProps = {
  bookings: GalleryBookings['items'];
  /** The id of the booking that the address names. */
  requested: string | null;
  draftKey: string;
  create: ReturnType<typeof useCreateGallery>;
};

function Ready({ bookings, requested, draftKey, create }: ReadyProps) {
  const navigate = useNavigate();
  const preselected =
    bookings.length === 1 && requested === null ? bookings[0] : bookings.find(({ id }) => id === requested);
  const submit = (gallery: NewGallery) =>
    create.mutate(gallery, { onSuccess: ({ id }) => void navigate(`/galleries/${id}/upload`) });
  return (
    <CreateGalleryForm
      bookings={bookings}
      bookingId={preselected?.id}
      cancelTo={requested === null ? '/galleries' : `/bookings/${requested}`}
      draftKey={draftKey}
      submitting={create.isPending}
      error={create.error}
      onSubmit={submit}
    />
  );
}
