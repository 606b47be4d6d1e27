import { Check, Heart, Pencil, Play } from 'lucide-react';
import { type CSSProperties, type DragEvent, memo, useCallback, useState } from 'react';
import type { GalleryItem } from '#galleries/contract';
import { placeholderUrl } from '../../platform/placeholder.ts';
import { filmLabel, isVideo, itemName } from './viewer-labels.ts';
import { previewSizes } from './viewer-previews.ts';

/** What can be done with an item of the grid; what is left out is not allowed. */
export type TileActions = {
  readonly onOpen: (id: string) => void;
  readonly onFavorite?: ((item: GalleryItem) => void) | undefined;
  readonly onEdit?: ((item: GalleryItem) => void) | undefined;
  /** Toggles the selection of the item instead of opening it; `range` includes all items since the last clicked one. */
  readonly onSelect?: ((id: string, range: boolean) => void) | undefined;
  /** Moves the item with this id to the place of another one. */
  readonly onDrop?: ((id: string, target: GalleryItem) => void) | undefined;
};

type TileProps = TileActions & {
  item: GalleryItem;
  selected: boolean;
  /** In pixels. */
  width: number;
  height: number;
};

/** One picture of the grid, or a video's poster. */
export const ViewerTile = memo(function ViewerTile({ item, selected, width, height, onDrop, ...actions }: TileProps) {
  const { thumbhash } = item;
  const { onSelect } = actions;
  const drag = useDrag(item, onSelect ? undefined : onDrop);
  const style: CSSProperties = {
    width,
    height,
    ...(thumbhash && { backgroundImage: `url(${placeholderUrl(thumbhash)})` }),
  };
  return (
    <figure className={drag.over ? 'tile over' : 'tile'} style={style} data-item={item.id} {...drag.props}>
      {item.state === 'ready' ? (
        <Opened item={item} width={width} selected={selected} onOpen={actions.onOpen} onSelect={onSelect} />
      ) : (
        <span className="tile-note">Processing…</span>
      )}
      {isVideo(item) && item.state === 'ready' && (
        <span className="film">
          <Play aria-hidden="true" /> {filmLabel(item)}
        </span>
      )}
      {!onSelect && <TileButtons item={item} {...actions} />}
    </figure>
  );
});

function TileButtons({ item, onEdit, onFavorite }: TileActions & { item: GalleryItem }) {
  return (
    <span className="tile-buttons">
      {onEdit && (
        <button type="button" className="round" aria-label={`Edit ${itemName(item)}`} onClick={() => onEdit(item)}>
          <Pencil aria-hidden="true" />
        </button>
      )}
      <FavoriteMark item={item} onFavorite={onFavorite} />
    </span>
  );
}

/** The `srcset` of the copies. */
const sourceSet = ({ previews, width, height }: GalleryItem): string | undefined =>
  previews && width && height
    ? previewSizes(previews, width, height)
        .map((copy) => `${copy.src} ${copy.width}w`)
        .join(', ')
    : undefined;

type OpenedProps = Pick<TileActions, 'onOpen' | 'onSelect'> & { item: GalleryItem; width: number; selected: boolean };

function Opened({ item, width, selected, onOpen, onSelect }: OpenedProps) {
  const [sharp, setSharp] = useState(false);
  // A picture in the browser's cache is complete immediately and fires no `load` event.
  const look = useCallback((image: HTMLImageElement | null) => {
    if (image?.complete && image.naturalWidth > 0) setSharp(true);
  }, []);
  const { previews } = item;
  return (
    <button
      type="button"
      className="tile-open"
      aria-label={`${onSelect ? 'Select' : 'Open'} ${itemName(item)}`}
      aria-pressed={onSelect && selected}
      onClick={({ shiftKey }) => (onSelect ? onSelect(item.id, shiftKey) : onOpen(item.id))}
    >
      {onSelect && (
        <span className={selected ? 'round chosen on' : 'round chosen'} aria-hidden="true">
          {selected && <Check />}
        </span>
      )}
      {previews && (
        <img
          ref={look}
          className={sharp ? 'sharp' : undefined}
          alt=""
          src={previews.medium}
          srcSet={sourceSet(item)}
          sizes={`${Math.ceil(width)}px`}
          decoding="async"
          draggable={false}
          onLoad={() => setSharp(true)}
        />
      )}
    </button>
  );
}

type FavoriteMarkProps = { item: GalleryItem; onFavorite: TileActions['onFavorite'] };

/** Clients toggle it; others only see which files are favorites. */
function FavoriteMark({ item, onFavorite }: FavoriteMarkProps) {
  if (item.state !== 'ready') return null;
  const name = item.isFavorite ? 'round heart on' : 'round heart';
  if (onFavorite)
    return (
      <button
        type="button"
        className={name}
        aria-pressed={item.isFavorite}
        aria-label={`Favorite ${itemName(item)}`}
        onClick={() => onFavorite(item)}
      >
        <Heart aria-hidden="true" />
      </button>
    );
  if (!item.isFavorite) return null;
  return (
    <span className={name} role="img" aria-label="The client’s favorite">
      <Heart aria-hidden="true" />
    </span>
  );
}

const dragged = 'application/x-festoon-item';

/** Moves items by dragging one onto another. Elsewhere the edit dialog moves them. */
const useDrag = (item: GalleryItem, onDrop: TileActions['onDrop']) => {
  const [over, setOver] = useState(false);
  if (!onDrop) return { over: false, props: {} };
  const props = {
    draggable: true,
    onDragStart: ({ dataTransfer }: DragEvent) => {
      dataTransfer.setData(dragged, item.id);
      dataTransfer.effectAllowed = 'move';
    },
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes(dragged)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      const id = event.dataTransfer.getData(dragged);
      if (id && id !== item.id) onDrop(id, item);
    },
  };
  return { over, props };
};
