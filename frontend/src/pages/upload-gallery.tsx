import { useNavigate, useParams } from 'react-router-dom';
import type { Gallery } from '#galleries/contract';
import { useGallery } from '../features/galleries/api.ts';
import { UploadForm } from '../features/galleries/upload-form.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { EmptyState, SkeletonBlocks } from '../ui/states.tsx';

export function UploadGallery() {
  const { id = '' } = useParams();
  return (
    <Page title="Upload Gallery" lead="Add photos and videos to your gallery">
      <Loaded
        query={useGallery(id)}
        failure="This gallery could not be loaded"
        missing={notFound}
        skeleton={<SkeletonBlocks heights={[220, 44]} />}
      >
        {(gallery) => <Ready key={id} gallery={gallery} />}
      </Loaded>
    </Page>
  );
}

const notFound = (
  <EmptyState
    title="Gallery not found"
    text="Check the link, or sign in with the account this gallery belongs to."
    link={{ to: '/galleries', name: 'Galleries' }}
  />
);

function Ready({ gallery: { id, status, itemCount, may } }: { gallery: Gallery }) {
  const navigate = useNavigate();
  const path = `/galleries/${id}`;
  if (may.upload) return <UploadForm galleryId={id} itemCount={itemCount} onDone={() => void navigate(path)} />;
  return status === 'delivered' && may.reopen ? (
    <EmptyState
      title="This gallery is delivered"
      text="Reopen it to add or change files."
      link={{ to: path, name: 'View Gallery' }}
    />
  ) : (
    <EmptyState
      title="You can’t add files to this gallery"
      text="Only the creator of the booking can, until the gallery is accepted."
      link={{ to: path, name: 'View Gallery' }}
    />
  );
}
