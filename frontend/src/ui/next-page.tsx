import type { ReactNode } from 'react';
import { messageOf } from '../platform/http.ts';

type NextPageProps = {
  query: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    error: unknown;
    fetchNextPage: () => unknown;
  };
  /** The button that loads the next page. */
  children: ReactNode;
};

/**
 * The end of a list that is loaded page by page: the button that loads the next page. If that failed, the reason with a
 * button to try again. Without Ant Design, for public pages.
 */
export function NextPage({ query, children }: NextPageProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } = query;
  if (!hasNextPage) return null;
  if (!isFetchNextPageError) return children;
  return (
    <div className="center" role="alert">
      <p className="rose">{messageOf(error, 'Something went wrong on our end.')}</p>
      <button
        type="button"
        className="button"
        disabled={isFetchingNextPage}
        aria-busy={isFetchingNextPage}
        onClick={() => void fetchNextPage()}
      >
        Try again
      </button>
    </div>
  );
}
