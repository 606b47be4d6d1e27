import { useCallback, useEffect, useMemo, useState } from 'react';
import type { GalleryItem } from '#galleries/contract';
import { Deferred } from '../../ui/deferred.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { picturesText, selectionAfterClick } from './viewer-selected.ts';

const SectionDialog = lazyPart(async () => (await import('./viewer-section-dialog.tsx')).SectionDialog);

/** The pictures that are selected to be changed together. */
export type Selection = {
  readonly active: boolean;
  readonly ids: ReadonlySet<string>;
  readonly start: () => void;
  readonly stop: () => void;
  /** Selects or deselects a picture; with `range`, selects all pictures between the last clicked one and this one. */
  readonly toggle: (id: string, range: boolean) => void;
  readonly selectAll: () => void;
};

const nothing: ReadonlySet<string> = new Set();

/** `shown` are the items of the grid, in their order. Items that are no longer shown are not selected. */
export const useSelection = (shown: readonly GalleryItem[]): Selection => {
  const [active, setActive] = useState(false);
  const [chosen, setChosen] = useState(nothing);
  const [last, setLast] = useState<string>();
  const shownIds = useMemo(() => shown.filter(({ state }) => state === 'ready').map(({ id }) => id as string), [shown]);
  const ids = useMemo(() => new Set(shownIds.filter((id) => chosen.has(id))), [shownIds, chosen]);
  const stop = useCallback(() => {
    setActive(false);
    setChosen(nothing);
    setLast(undefined);
  }, []);
  const toggle = useCallback(
    (id: string, range: boolean) => {
      setChosen((before) => selectionAfterClick(shownIds, before, id, range ? last : undefined));
      setLast(id);
    },
    [shownIds, last],
  );
  const start = useCallback(() => setActive(true), []);
  const selectAll = useCallback(() => setChosen(new Set(shownIds)), [shownIds]);
  return { active, ids, start, stop, toggle, selectAll };
};

type SelectionBarProps = { galleryId: string; items: readonly GalleryItem[]; selection: Selection };

/** Begins a selection, and does something with what is selected. On phones it stays at the bottom of the screen. */
export function SelectionBar({ galleryId, items, selection }: SelectionBarProps) {
  const { active, ids, start, stop, selectAll } = selection;
  const [moving, setMoving] = useState(false);
  useEffect(() => {
    if (!active || moving) return;
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') stop();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [active, moving, stop]);
  if (!active)
    return (
      <div className="wrap selection-start">
        <button type="button" className="button" onClick={start}>
          Select Photos and Videos
        </button>
      </div>
    );
  return (
    <section className="selection-bar" aria-label="Selected photos and videos">
      <div className="wrap">
        <b className="money" role="status">
          {picturesText(ids.size)}
        </b>
        <span className="actions">
          <button type="button" className="button" onClick={selectAll}>
            Select All
          </button>
          <button type="button" className="button" onClick={stop}>
            Cancel
          </button>
          <button type="button" className="button primary" disabled={ids.size === 0} onClick={() => setMoving(true)}>
            Move to Section
          </button>
        </span>
      </div>
      <Deferred open={moving}>
        <SectionDialog
          galleryId={galleryId}
          items={items}
          selected={ids}
          open={moving}
          onMoved={stop}
          onClose={() => setMoving(false)}
        />
      </Deferred>
    </section>
  );
}
