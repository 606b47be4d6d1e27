import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { GalleryItem } from '#galleries/contract';
import { frameFor, type Line, linesOf, ratioOf } from './viewer-layout.ts';
import { type TileActions, ViewerTile } from './viewer-tile.tsx';

/** Rows above and below the screen that are also rendered. */
const overscan = 4;

/** The width of an element and its distance from the top of the page, in pixels; 0 until it is measured. */
const usePlace = (element: RefObject<HTMLElement | null>): { width: number; top: number } => {
  const [place, setPlace] = useState({ width: 0, top: 0 });
  useLayoutEffect(() => {
    const measure = () => {
      if (!element.current) return;
      const { width, top } = element.current.getBoundingClientRect();
      const next = { width, top: top + scrollY };
      setPlace((now) => (now.width === next.width && now.top === next.top ? now : next));
    };
    measure();
    // What is above the grid may change its height, and with it that of the page.
    const changes = new ResizeObserver(measure);
    changes.observe(document.body);
    if (element.current) changes.observe(element.current);
    return () => changes.disconnect();
  }, [element]);
  return place;
};

/** Scrolls to the item that was open last, and focuses it: it may be far from the one that opened the lightbox. */
const useFocusReturned = (
  focused: string | undefined,
  grid: RefObject<HTMLElement | null>,
  scrollTo: (id: string) => void,
): void => {
  const scroll = useRef(scrollTo);
  useEffect(() => {
    scroll.current = scrollTo;
  });
  useEffect(() => {
    if (focused === undefined) return;
    scroll.current(focused);
    const tile = `[data-item="${CSS.escape(focused)}"] .tile-open`;
    const frame = requestAnimationFrame(() =>
      grid.current?.querySelector<HTMLElement>(tile)?.focus({ preventScroll: true }),
    );
    return () => cancelAnimationFrame(frame);
  }, [focused, grid]);
};

type ViewerGridProps = TileActions & {
  /** In the order in which they are shown: by section. */
  items: readonly GalleryItem[];
  /** The item that was open last: its row is scrolled into view, and its tile gets the focus. */
  focused: string | undefined;
  /** The ids of selected items. */
  selected: ReadonlySet<string>;
};

/**
 * Rows of equally high pictures from edge to edge. Only those near the screen are rendered. Every picture's place
 * follows from its dimensions, so that nothing moves when pictures arrive.
 */
export function ViewerGrid({ items, focused, selected, ...actions }: ViewerGridProps) {
  const grid = useRef<HTMLDivElement>(null);
  const { width, top } = usePlace(grid);
  const frame = useMemo(() => frameFor(width), [width]);
  const lines = useMemo(() => (width > 0 ? linesOf(items, frame) : []), [items, frame, width]);
  const rows = useWindowVirtualizer({
    count: lines.length,
    estimateSize: (index) => lines[index]?.height ?? 0,
    getItemKey: (index) => lines[index]?.key ?? index,
    gap: frame.gap,
    overscan,
    scrollMargin: top,
    useFlushSync: false,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: other lines have other heights.
  useLayoutEffect(() => rows.measure(), [rows, lines]);
  useFocusReturned(focused, grid, (id) => {
    const index = lines.findIndex(({ items: own = [] }) => own.some((item) => item.id === id));
    if (index >= 0) rows.scrollToIndex(index, { align: 'auto' });
  });
  return (
    <div ref={grid} className="viewer-grid" style={{ height: rows.getTotalSize() }}>
      {rows.getVirtualItems().map(({ key, index, start }) => {
        const line = lines[index];
        return (
          line && (
            <div key={key} className="viewer-line" style={{ transform: `translateY(${start - top}px)` }}>
              <GridLine line={line} selected={selected} actions={actions} />
            </div>
          )
        );
      })}
    </div>
  );
}

type GridLineProps = { line: Line; selected: ReadonlySet<string>; actions: TileActions };

function GridLine({ line, selected, actions }: GridLineProps) {
  if (line.section !== undefined) return <h2 style={{ height: line.height }}>{line.section}</h2>;
  return line.items.map((item) => (
    <ViewerTile
      key={item.id}
      item={item}
      selected={selected.has(item.id)}
      width={line.height * ratioOf(item)}
      height={line.height}
      {...actions}
    />
  ));
}
