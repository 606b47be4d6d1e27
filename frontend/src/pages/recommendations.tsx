import { Suspense } from 'react';
import type { VendorCard } from '#ai/contract';
import { Chat } from '../features/ai/chat.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { Page } from '../ui/page.tsx';

// Loaded with the first answer that names a vendor.
const CreatorPicture = lazyPart(async () => (await import('../features/catalog/creator-card.tsx')).CreatorPicture);

export function Recommendations() {
  return (
    <Page
      title="Tell Us What You Need"
      lead="Describe your event, and see who fits: with prices, free dates and the reasons."
      width="narrow"
    >
      <Chat pictureOf={pictureOf} />
    </Page>
  );
}

const pictureOf = ({ id, service, picture }: VendorCard) => (
  <Suspense>
    <CreatorPicture
      creator={{ id, services: [{ serviceType: service }], portfolio: picture ? [picture] : [] }}
      sizes="(max-width: 700px) 100vw, 360px"
    />
  </Suspense>
);
