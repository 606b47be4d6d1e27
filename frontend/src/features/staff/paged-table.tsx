import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { Button, Table, type TableColumnsType } from 'antd';
import type { ReactNode } from 'react';
import { Loaded } from '../../ui/loaded.tsx';
import { NextPage } from '../../ui/next-page.tsx';
import { EmptyState, SkeletonBlocks } from '../../ui/states.tsx';
import type { FilterField } from './filter.ts';
import { WrongFilter } from './wrong-filter.tsx';

type PagedTableProps<Item> = {
  query: UseInfiniteQueryResult<InfiniteData<{ items: readonly Item[] }>>;
  /** What the rows are, such as `bookings`, and one of them. */
  names: { all: string; one: string };
  /** Shown when there are no rows. Says by default that nothing matches the filters. */
  none?: string;
  fields: readonly FilterField[];
  columns: TableColumnsType<Item>;
  /** Whether long texts are wrapped. Otherwise the table scrolls sideways, which needs a link or button in it. */
  wrapped?: boolean;
  /** Shown above the table, unless it is empty. */
  children?: ReactNode;
};

/** The items that match a filter, in pages. */
export function PagedTable<Item extends { readonly id: string }>(props: PagedTableProps<Item>) {
  const { query, names, fields, columns, children } = props;
  const { none = `No ${names.one} matches these filters.`, wrapped = false } = props;
  return (
    <Loaded
      query={query}
      failure={`The ${names.all} could not be loaded`}
      missing={<WrongFilter fields={fields} error={query.error} />}
      skeleton={<SkeletonBlocks heights={[60, 60, 60]} />}
    >
      {({ pages }) => {
        const items = pages.flatMap((page) => page.items);
        if (items.length === 0) return <EmptyState title={`No ${names.all}`} text={none} />;
        return (
          <div className="stack staff-list" aria-busy={query.isPlaceholderData}>
            {children}
            <Table<Item>
              size="small"
              rowKey="id"
              pagination={false}
              {...(!wrapped && { scroll: { x: 'max-content' } })}
              dataSource={items}
              columns={columns}
            />
            <NextPage query={query}>
              <Button className="more" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                Load more {names.all}
              </Button>
            </NextPage>
          </div>
        );
      }}
    </Loaded>
  );
}
