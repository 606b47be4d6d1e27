import { Loaded } from '../../ui/loaded.tsx';
import { NextPage } from '../../ui/next-page.tsx';
import { EmptyState, SkeletonBlocks } from '../../ui/states.tsx';
import { ReviewItem } from './review-item.tsx';
import { useCreatorReviews } from './reviews-api.ts';
import './reviews.css';

/** The reviews of a professional, for a public page. */
export function ReviewList({ creatorId }: { creatorId: string }) {
  const query = useCreatorReviews(creatorId);
  return (
    <Loaded
      query={query}
      failure="The reviews could not be loaded"
      skeleton={<SkeletonBlocks heights={[110, 110, 110]} />}
    >
      {({ pages }) => {
        const reviews = pages.flatMap(({ items }) => items);
        if (reviews.length === 0) return empty;
        return (
          <section className="card pad reviews" aria-label="Reviews">
            {reviews.map((review) => (
              <ReviewItem key={review.id} review={review} />
            ))}
            <NextPage query={query}>
              <button
                type="button"
                className="button more"
                disabled={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                More Reviews
              </button>
            </NextPage>
          </section>
        );
      }}
    </Loaded>
  );
}

const empty = <EmptyState title="No reviews yet" text="Clients write reviews after their booking is completed." />;
