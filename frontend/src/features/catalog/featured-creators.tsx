import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import type { CreatorProfile } from '#catalog/contract';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { featuredCreators } from './api.ts';
import { CreatorCard, CreatorCardSkeleton } from './creator-card.tsx';

type Featured = { creators?: CreatorProfile[]; error?: unknown };

// Not a query: the landing page goes without the query library.
const useFeatured = (): Featured & { retry: () => void } => {
  const [featured, setFeatured] = useState<Featured>({});
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks again.
  useEffect(() => {
    const leaving = new AbortController();
    featuredCreators(leaving.signal).then(
      (creators) => setFeatured({ creators }),
      (error: unknown) => leaving.signal.aborted || setFeatured({ error }),
    );
    return () => leaving.abort();
  }, [attempt]);
  const retry = () => {
    setFeatured({});
    setAttempt((count) => count + 1);
  };
  return { ...featured, retry };
};

/** Up to three creators, on the landing page. */
export function FeaturedCreators() {
  return (
    <section className="wrap">
      <div className="section-top">
        <h2>Featured Creators</h2>
        <Link className="link" to="/leads">
          View All<span className="unseen"> creators</span>
        </Link>
      </div>
      <Cards />
    </section>
  );
}

function Cards() {
  const { creators, error, retry } = useFeatured();
  if (error) return <ErrorState what="The featured creators could not be loaded" error={error} onRetry={retry} />;
  if (creators?.length === 0) return <EmptyState title="No featured creators yet" />;
  const cards = creators?.slice(0, 3).map((creator) => <CreatorCard key={creator.id} creator={creator} />);
  return (
    <div className="creators" aria-busy={!creators}>
      {cards ?? [0, 1, 2].map((place) => <CreatorCardSkeleton key={place} />)}
    </div>
  );
}
