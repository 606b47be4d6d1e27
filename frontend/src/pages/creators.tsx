import { Button, Input, Select } from 'antd';
import { useSearchParams } from 'react-router-dom';
import { serviceTypes } from '#catalog/contract';
import { useCreatorSearch } from '../features/catalog/api.ts';
import { CreatorCard, CreatorCardSkeleton } from '../features/catalog/creator-card.tsx';
import { Page } from '../ui/page.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import '../ui/list.css';
import './creators.css';

const services = [
  { value: '', label: 'All services' },
  ...Object.entries(serviceTypes).map(([value, label]) => ({ value, label })),
];

const useSearch = () => {
  const [params, setParams] = useSearchParams();
  const q = params.get('q') ?? '';
  const service = params.get('service') ?? '';
  const search = (change: { q?: string; service?: string }) => {
    const entries = Object.entries({ q, service, ...change }).filter(([, value]) => value !== '');
    setParams(entries, { replace: true });
  };
  return { q, service, search };
};

export function Creators() {
  const { q, service, search } = useSearch();
  return (
    <Page title="Creators" lead="Photographers, videographers, DJs and designers, with packages and prices.">
      <search className="creator-search">
        <Input.Search
          key={q}
          defaultValue={q}
          onSearch={(text) => search({ q: text.trim() })}
          enterButton="Search"
          placeholder="Search photographers, videographers, vendors..."
          aria-label="Search creators"
          allowClear
          maxLength={120}
        />
        <Select
          value={service}
          options={services}
          onChange={(value) => search({ service: value })}
          aria-label="Service"
        />
      </search>
      <Results q={q} service={service} onClear={() => search({ q: '', service: '' })} />
    </Page>
  );
}

type ResultsProps = { q: string; service: string; onClear: () => void };

function Results({ q, service, onClear }: ResultsProps) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useCreatorSearch({ q, service });
  const creators = data?.pages.flatMap(({ items }) => items);
  if (error && !creators)
    return <ErrorState what="The creators could not be loaded" error={error} onRetry={() => void refetch()} />;
  if (creators?.length === 0) {
    const searched = q !== '' || service !== '';
    return (
      <EmptyState
        title="No creators found"
        text={
          searched
            ? 'Try a different search, or browse all services.'
            : 'The first creators are setting up their profiles.'
        }
        action={searched && <Button onClick={onClear}>Show all creators</Button>}
      />
    );
  }
  return (
    <>
      <h2 className="unseen">Results</h2>
      <div className="columns medium" aria-busy={!creators}>
        {creators?.map((creator) => <CreatorCard key={creator.id} creator={creator} />) ??
          [0, 1, 2, 3, 4, 5].map((place) => <CreatorCardSkeleton key={place} />)}
      </div>
      {hasNextPage && (
        <p className="more">
          <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        </p>
      )}
    </>
  );
}
