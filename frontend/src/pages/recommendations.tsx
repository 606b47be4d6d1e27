import { Suspense } from 'react';
import { useNavigate } from 'react-router-dom';
import type { VendorCard } from '#ai/contract';
import { Chat, type DescribedLead } from '../features/ai/chat.tsx';
import { useMe } from '../features/identity/session.ts';
import { keepLeadStart } from '../features/leads/lead-start.ts';
import { useStoredUserId } from '../platform/session-storage.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { Page } from '../ui/page.tsx';

// Loaded with the first answer that names a vendor.
const CreatorPicture = lazyPart(async () => (await import('../features/catalog/creator-card.tsx')).CreatorPicture);

export function Recommendations() {
  const navigate = useNavigate();
  const me = useMe().data;
  const userId = useStoredUserId();
  // Visitors are asked to sign in before the form is shown.
  const postLead = (lead: DescribedLead) => {
    keepLeadStart(lead, userId);
    void navigate('/leads/create');
  };
  const canPost = userId === null || me?.role === 'client';
  return (
    <Page
      title="Tell Us What You Need"
      lead="Describe your event, and see who fits: with prices, free dates and the reasons."
      width="narrow"
    >
      <Chat pictureOf={pictureOf} onPostLead={canPost ? postLead : undefined} isSignedIn={userId !== null} />
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
