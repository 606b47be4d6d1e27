import { Suspense, useCallback, useMemo, useState } from 'react';
import type { Gallery, GalleryItem } from '#galleries/contract';
import { Deferred } from '../../ui/deferred.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useChangeItem, useDownloadItem, useFavoriteItem, useMoveItems } from './viewer-api.ts';
import { filteredItems, useGalleryFilter, ViewerFilter } from './viewer-filter.tsx';
import { ViewerGrid } from './viewer-grid.tsx';
import { changesToMove } from './viewer-order.ts';
import { SelectionBar, useSelection } from './viewer-selection.tsx';

const loadLightbox = async () => (await import('./viewer-lightbox.tsx')).ViewerLightbox;
const ViewerLightbox = lazyPart(loadLightbox);
const ItemDialog = lazyPart(async () => (await import('./viewer-item-dialog.tsx')).ItemDialog);

/** What the viewer needs to know of a gallery. */
type Viewed = { id: string; may: Pick<Gallery['may'], 'upload' | 'edit' | 'favorite' | 'download'> };
type ViewerPicturesProps = { gallery: Viewed; items: readonly GalleryItem[] };

/** The pictures that the address selects, the lightbox, and what the user may do with single items. */
export function ViewerPictures({ gallery, items }: ViewerPicturesProps) {
  const filter = useGalleryFilter();
  const visible = useMemo(() => items.filter(({ state }) => state !== 'refused'), [items]);
  const shown = useMemo(() => filteredItems(visible, filter), [visible, filter]);
  // The lightbox keeps its pictures when one of them leaves the filter, as a favorite whose mark is removed.
  const [open, setOpen] = useState<string>();
  const [openIds, setOpenIds] = useState<readonly string[]>([]);
  const [focused, setFocused] = useState<string>();
  const [edited, setEdited] = useState<GalleryItem>();
  const [editing, setEditing] = useState(false);
  const selection = useSelection(shown);
  const favorite = useFavorite(gallery.may.favorite);
  const download = useDownloadItem();
  const drop = useDrop(gallery, visible);
  const edit = useCallback((item: GalleryItem) => {
    setEdited(item);
    setEditing(true);
  }, []);
  const view = useCallback(
    (id: string) => {
      setOpenIds(shown.map((item) => item.id));
      setOpen(id);
      // So that the same item gets the focus again when it is closed a second time.
      setFocused(undefined);
    },
    [shown],
  );
  const close = () => {
    setFocused(open);
    setOpen(undefined);
  };
  const viewable = useMemo(() => {
    const byId = new Map(visible.map((item) => [item.id as string, item]));
    return openIds.flatMap((id) => byId.get(id) ?? []).filter(({ state }) => state === 'ready');
  }, [visible, openIds]);
  return (
    // Loads the lightbox before it is needed.
    <div onPointerEnter={() => void loadLightbox().catch(() => undefined)}>
      <ViewerFilter items={visible} filter={filter} />
      {gallery.may.edit && visible.length > 1 && (
        <SelectionBar galleryId={gallery.id} items={visible} selection={selection} />
      )}
      {shown.length > 0 ? (
        <ViewerGrid
          items={shown}
          focused={focused}
          selected={selection.ids}
          onSelect={selection.active ? selection.toggle : undefined}
          onOpen={view}
          onFavorite={favorite}
          onEdit={gallery.may.edit ? edit : undefined}
          onDrop={gallery.may.edit ? drop : undefined}
        />
      ) : (
        <Nothing gallery={gallery} isFiltered={visible.length > 0} />
      )}
      {open !== undefined && (
        <Suspense>
          <ViewerLightbox
            items={viewable}
            open={open}
            onView={setOpen}
            onClose={close}
            onFavorite={favorite}
            onDownload={gallery.may.download ? download : undefined}
          />
        </Suspense>
      )}
      <Deferred open={editing}>
        {edited && (
          <ItemDialog
            key={edited.id}
            item={visible.find(({ id }) => id === edited.id) ?? edited}
            items={filteredItems(visible, { section: null, favorites: false })}
            open={editing}
            onClose={() => setEditing(false)}
          />
        )}
      </Deferred>
    </div>
  );
}

/** Marks an item as a favorite, or removes the mark; undefined if the user may not. */
const useFavorite = (allowed: boolean) => {
  const { mutate } = useFavoriteItem();
  const change = useCallback((item: GalleryItem) => mutate({ item, isFavorite: !item.isFavorite }), [mutate]);
  return allowed ? change : undefined;
};

/** Moves an item to the place, and into the section, of another one. */
const useDrop = ({ id: galleryId }: Viewed, items: readonly GalleryItem[]) => {
  const { mutate: move } = useMoveItems();
  const { mutateAsync: change } = useChangeItem();
  return useCallback(
    async (id: string, target: GalleryItem) => {
      const ordered = filteredItems(items, { section: null, favorites: false });
      const item = ordered.find((one) => one.id === id);
      if (!item) return;
      if (item.section !== target.section) await change({ item, change: { section: target.section } });
      const changes = changesToMove(ordered, id, ordered.indexOf(target));
      if (changes.length > 0) move({ galleryId, changes });
    },
    [change, move, galleryId, items],
  );
};

function Nothing({ gallery, isFiltered }: { gallery: Viewed; isFiltered: boolean }) {
  if (isFiltered)
    return (
      <EmptyState
        title="No favorites here"
        text="Photos and videos that the client marks with a heart are shown here."
      />
    );
  if (!gallery.may.upload)
    return <EmptyState title="No photos or videos yet" text="They appear here once they are uploaded." />;
  return (
    <EmptyState
      title="No photos or videos yet"
      text="Upload the files of this event. Your client sees them once you mark the gallery as ready."
      link={{ to: `/galleries/${gallery.id}/upload`, name: 'Upload Files' }}
    />
  );
}
