import { Link } from 'react-router-dom';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { CreatorCard, CreatorCardSkeleton } from './creator-card.tsx';
import { useFeaturedCreators } from './featured.ts';

/** Up to three creators, on the landing page. */
export function FeaturedCreators() {
  return (
    <section className="wrap">
      <div className="line section-top">
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
  const { creators, error, retry } = useFeaturedCreators();
  if (error) return <ErrorState what="The featured creators could not be loaded" error={error} onRetry={retry} />;
  if (creators?.length === 0) return <EmptyState title="No featured creators yet" />;
  const cards = creators
    ?.slice(0, 3)
    .map((creator) => (
      <CreatorCard key={creator.id} creator={creator} label={creator.isPaid ? 'Featured (paid plan)' : undefined} />
    ));
  return (
    <div className="columns medium" aria-busy={!creators}>
      {cards ?? [0, 1, 2].map((place) => <CreatorCardSkeleton key={place} />)}
    </div>
  );
}
