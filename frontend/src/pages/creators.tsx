import { type MouseEvent, useMemo } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useCreatorSearch } from '../features/catalog/api.ts';
import { CreatorCard, CreatorCardSkeleton } from '../features/catalog/creator-card.tsx';
import {
  type CreatorSearch,
  cursorFrom,
  isFiltered,
  noSearch,
  pagePath,
  paramsOf,
  searchFrom,
} from '../features/catalog/creator-filter.ts';
import { CreatorFilters } from '../features/catalog/creator-filters.tsx';
import { NextPage } from '../ui/next-page.tsx';
import { Page } from '../ui/page.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import '../ui/list.css';

export function Creators() {
  const [params, setParams] = useSearchParams();
  const search = useMemo(() => searchFrom(params), [params]);
  const change = (next: CreatorSearch) => setParams(paramsOf(next), { replace: true });
  return (
    <Page title="Creators" lead="Photographers, videographers, DJs and designers, with packages and prices.">
      <CreatorFilters search={search} onChange={change} />
      {search.sort === 'rating' && (
        <p className="muted small creators-order">
          Ratings with few reviews count less, and creators without reviews come last.{' '}
          <Link className="link" to="/about#order">
            How creators are ordered
          </Link>
        </p>
      )}
      <Results search={search} cursor={cursorFrom(params)} onClear={() => change({ ...noSearch, sort: search.sort })} />
    </Page>
  );
}

type ResultsProps = { search: CreatorSearch; cursor: string; onClear: () => void };

function Results({ search, cursor, onClear }: ResultsProps) {
  const query = useCreatorSearch(search, cursor);
  const { data, error, refetch, fetchNextPage, isFetchingNextPage } = query;
  const nextCursor = data?.pages.at(-1)?.nextCursor;
  const showMore = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    if (!isFetchingNextPage) void fetchNextPage();
  };
  const creators = data?.pages.flatMap(({ items }) => items);
  if (error && !creators)
    return <ErrorState what="The creators could not be loaded" error={error} onRetry={() => void refetch()} />;
  if (creators?.length === 0) return <NothingFound search={search} onClear={onClear} />;
  return (
    <>
      <h2 className="unseen">Results</h2>
      {data?.pages[0]?.similar && (
        <p className="muted creators-similar">
          No creator matches “{search.q}” exactly{isFiltered({ ...search, q: '' }) ? ' with these filters' : ''}. These
          creators come close to it.
        </p>
      )}
      <div className="columns medium" aria-busy={!creators}>
        {creators?.map((creator, i) => <CreatorCard key={creator.id} creator={creator} first={i === 0} />) ??
          [0, 1, 2, 3, 4, 5].map((place) => <CreatorCardSkeleton key={place} />)}
      </div>
      {nextCursor && (
        <NextPage query={query}>
          <p className="more">
            {/* A link, so that it works without scripts: the server renders the next page. */}
            <a className="button" href={pagePath(search, nextCursor)} aria-busy={isFetchingNextPage} onClick={showMore}>
              Show more
            </a>
          </p>
        </NextPage>
      )}
    </>
  );
}

function NothingFound({ search, onClear }: Omit<ResultsProps, 'cursor'>) {
  const filtered = isFiltered(search);
  const dated = search.date === '' ? '' : ' Only creators who publish their calendar are found by date.';
  return (
    <EmptyState
      title="No creators found"
      text={
        filtered
          ? `Try a different search, or browse all services.${dated}`
          : 'The first creators are setting up their profiles.'
      }
      action={
        filtered && (
          <button type="button" className="button" onClick={onClear}>
            Show all creators
          </button>
        )
      }
    />
  );
}
