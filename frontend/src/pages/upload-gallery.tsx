import { useParams } from 'react-router-dom';
import { useGallery } from '../features/galleries/api.ts';
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
        {({ name }) => <p>{name}</p>}
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
