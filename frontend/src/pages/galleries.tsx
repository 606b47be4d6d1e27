import { Link } from 'react-router-dom';
import { GalleryList } from '../features/galleries/gallery-list.tsx';
import { useMe } from '../features/identity/session.ts';
import { Page } from '../ui/page.tsx';
import { EmptyState } from '../ui/states.tsx';

export function Galleries() {
  const me = useMe().data;
  const creates = me && me.role !== 'client';
  return (
    <Page
      title="Galleries"
      lead="Photos and videos from your bookings, in one place."
      actions={
        creates && (
          <Link className="button primary" to="/galleries/create">
            Create Gallery
          </Link>
        )
      }
    >
      <GalleryList userId={me?.id ?? ''} empty={<Empty creates={creates} />} />
    </Page>
  );
}

function Empty({ creates = false }: { creates: boolean | undefined }) {
  const text = creates
    ? 'Create a gallery for a confirmed booking, then upload its photos and videos.'
    : 'Galleries appear here once your professional has finished them.';
  return (
    <div className="card">
      <EmptyState
        title="No galleries yet"
        text={text}
        action={
          <Link className="button" to="/bookings">
            My Bookings
          </Link>
        }
      />
    </div>
  );
}
