import { Heart } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { GalleryItem } from '#galleries/contract';
import { sectionsOf } from './viewer-layout.ts';

/** The part of a gallery that the address selects: one section, or the client's favorites. */
export type GalleryFilter = { readonly section: string | null; readonly favorites: boolean };

export const useGalleryFilter = (): GalleryFilter => {
  const [search] = useSearchParams();
  const section = search.get('section');
  const favorites = search.get('show') === 'favorites';
  return useMemo(() => ({ section, favorites }), [section, favorites]);
};

/** The selected items, ordered by section. */
export const filteredItems = (
  items: readonly GalleryItem[],
  { section, favorites }: GalleryFilter,
): readonly GalleryItem[] =>
  [...sectionsOf(items).values()]
    .flat()
    .filter((item) => (section === null || item.section === section) && (!favorites || item.isFavorite));

type ViewerFilterProps = { items: readonly GalleryItem[]; filter: GalleryFilter };

/** Links to each part of the gallery. Not shown while there is only one. */
export function ViewerFilter({ items, filter }: ViewerFilterProps) {
  const sections = [...sectionsOf(items).keys()].filter((section) => section !== null);
  const favorites = items.filter(({ isFavorite }) => isFavorite).length;
  if (sections.length === 0 && favorites === 0 && !filter.favorites) return null;
  const all = filter.section === null && !filter.favorites;
  return (
    <nav className="viewer-filter scrolled-row" aria-label="Parts of the gallery">
      <div className="wrap">
        <FilterLink search="" current={all} name="All" />
        {sections.map((section) => (
          <FilterLink
            key={section}
            search={new URLSearchParams({ section }).toString()}
            current={filter.section === section}
            name={section}
          />
        ))}
        <FilterLink
          search="show=favorites"
          current={filter.favorites}
          name={
            <>
              <Heart aria-hidden="true" /> Favorites <span className="money">{favorites}</span>
            </>
          }
        />
      </div>
    </nav>
  );
}

type FilterLinkProps = { search: string; current: boolean; name: ReactNode };

function FilterLink({ search, current, name }: FilterLinkProps) {
  return (
    <Link to={{ search }} replace preventScrollReset aria-current={current ? 'true' : undefined}>
      {name}
    </Link>
  );
}
