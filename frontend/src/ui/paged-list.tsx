import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { Loaded } from './loaded.tsx';
import { NextPage } from './next-page.tsx';
import { ItemCardSkeletons } from './skeletons.tsx';
import { SkeletonBlocks } from './states.tsx';
import './list.css';

type PagedListProps<Item> = {
  query: UseInfiniteQueryResult<InfiniteData<{ readonly items: readonly Item[] }>>;
  failure: string;
  /** How many cards are expected. */
  skeletons: number;
  /** Shown instead of an empty list. */
  empty: ReactNode;
  /** The label of the button that loads the next page. */
  more: string;
  /** The height of each card's skeleton in pixels, for cards in columns. Without it, the cards form one column. */
  columnHeight?: number;
  children: (item: Item) => ReactNode;
};

/** A list of item cards that is loaded page by page. */
export function PagedList<Item>(props: PagedListProps<Item>) {
  const { query, failure, skeletons, empty, more, columnHeight, children } = props;
  const skeleton = columnHeight ? (
    <SkeletonBlocks className="columns medium" heights={Array.from({ length: skeletons }, () => columnHeight)} />
  ) : (
    <ItemCardSkeletons count={skeletons} />
  );
  return (
    <Loaded query={query} failure={failure} skeleton={skeleton}>
      {({ pages }) => {
        const items = pages.flatMap((page) => page.items);
        if (items.length === 0) return empty;
        return (
          <div className="stack" aria-busy={query.isPlaceholderData}>
            {columnHeight ? <div className="columns medium">{items.map(children)}</div> : items.map(children)}
            <NextPage query={query}>
              <Button className="more" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                {more}
              </Button>
            </NextPage>
          </div>
        );
      }}
    </Loaded>
  );
}
