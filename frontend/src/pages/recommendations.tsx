import type { VendorCard } from '#ai/contract';
import { Chat } from '../features/ai/chat.tsx';
import { CreatorPicture } from '../features/catalog/creator-card.tsx';
import { Page } from '../ui/page.tsx';

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
  <CreatorPicture
    creator={{ id, services: [{ serviceType: service }], portfolio: picture ? [picture] : [] }}
    sizes="(max-width: 700px) 100vw, 360px"
  />
);
