import { useMemo, useState } from 'react';
import { useParams } from 'react-router-dom';
import type { SharedGalleryRequirements } from '#galleries/contract';
import { useRequirements, useVisit } from '../features/galleries/shared-api.ts';
import { SharedForm } from '../features/galleries/shared-form.tsx';
import { SharedViewer } from '../features/galleries/shared-viewer.tsx';
import { isMissing } from '../platform/http.ts';
import { Festoon, Loader } from '../ui/festoon.tsx';
import { ErrorState } from '../ui/states.tsx';
import '../ui/page.css';

export function SharedGalleryPage() {
  const { token = '' } = useParams();
  const requirements = useRequirements(token);
  if (isMissing(requirements.error)) return <LinkMissing />;
  if (requirements.data) return <Link key={token} token={token} requirements={requirements.data} />;
  return <Opening error={requirements.error} onRetry={requirements.refetch} />;
}

type LinkProps = { token: string; requirements: SharedGalleryRequirements };

/** What a link that works leads to: the question for its password or PIN, or the gallery. */
function Link({ token, requirements }: LinkProps) {
  const { needsPassword, needsPin } = requirements;
  const { data: visit, error, refetch } = useVisit(token, requirements);
  const shared = useMemo(() => visit && { token, visit }, [token, visit]);
  const [asksPin, setAsksPin] = useState(false);
  if (shared && !asksPin) {
    const canDownloadMore = needsPin && shared.visit.access === 'view';
    return <SharedViewer shared={shared} onEnterPin={canDownloadMore ? () => setAsksPin(true) : undefined} />;
  }
  if (needsPassword || needsPin)
    return (
      <SharedForm
        token={token}
        requirements={requirements}
        onOpened={() => setAsksPin(false)}
        onBack={shared && (() => setAsksPin(false))}
      />
    );
  return <Opening error={error} onRetry={refetch} />;
}

function Opening({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  if (!error) return <Loader />;
  return (
    <main id="content" className="wrap page" tabIndex={-1}>
      <ErrorState what="This gallery could not be opened" error={error} onRetry={() => void onRetry()} />
    </main>
  );
}

/** This page does not reveal whether a link was revoked, has expired, or never existed. */
function LinkMissing() {
  return (
    <main id="content" className="wrap page center" tabIndex={-1}>
      <title>Shared gallery · Festoon</title>
      <Festoon bulbs={7} lit={7} out={4} sag={54} size={12} />
      <h1>This link does not exist</h1>
      <p className="muted">Check the address, or ask the person who sent it to you for a new link.</p>
    </main>
  );
}
