import type { GalleryItem } from '#galleries/contract';

/** Where and how rows are laid out, in pixels. */
export type Frame = { readonly width: number; readonly gap: number; readonly rowHeight: number };

/** The items from index `from` to before `to`. */
export type Row = { readonly from: number; readonly to: number; readonly height: number };

// Width divided by height. Very wide or tall pictures are cropped, so that they leave room for others.
const minRatio = 0.5;
const maxRatio = 2.6;
/** The ratio of items that are not processed yet. */
const defaultRatio = 1.5;

/** The width of an item divided by its height, as it is shown in a row. */
export const ratioOf = ({ width, height }: Pick<GalleryItem, 'width' | 'height'>): number =>
  width && height ? Math.min(Math.max(width / height, minRatio), maxRatio) : defaultRatio;

// In pixels.
const gap = 6;
const minRowHeight = 165;
const maxRowHeight = 340;

/** The frame for a grid of this width: three to five pictures in a row on a screen, two on a phone. */
export const frameFor = (width: number): Frame => ({
  width,
  gap,
  rowHeight: Math.min(Math.max(width * 0.24, minRowHeight), maxRowHeight),
});

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** The best division of the first pictures into rows: its cost, and where its last row begins. */
type Division = { readonly cost: number; readonly from: number };

const heightOf = (ratios: readonly number[], { width, gap }: Frame): number =>
  (width - gap * (ratios.length - 1)) / sum(ratios);

/**
 * The cost of a row grows with the difference between its height and `rowHeight`. The last row may be narrower than the
 * others without cost.
 */
const costOf = (height: number, { rowHeight }: Frame, isLast: boolean): number =>
  isLast && height > rowHeight ? 0 : (height - rowHeight) ** 2;

const bestDivision = (ratios: readonly number[], to: number, best: readonly Division[], frame: Frame): Division => {
  let choice: Division = { cost: Number.POSITIVE_INFINITY, from: to - 1 };
  for (let from = to - 1; from >= 0; from -= 1) {
    const height = heightOf(ratios.slice(from, to), frame);
    if (height < frame.rowHeight / 2 && from < to - 1) break;
    const cost = (best[from]?.cost ?? 0) + costOf(height, frame, to === ratios.length);
    if (cost < choice.cost) choice = { cost, from };
  }
  return choice;
};

/**
 * Divides pictures into rows that fill the width, with heights as near to `rowHeight` as possible over all rows. Only
 * the last row may stay shorter than the width.
 */
export const rowsOf = (ratios: readonly number[], frame: Frame): readonly Row[] => {
  const best: Division[] = [{ cost: 0, from: 0 }];
  for (let to = 1; to <= ratios.length; to += 1) best.push(bestDivision(ratios, to, best, frame));
  const rows: Row[] = [];
  for (let to = ratios.length; to > 0; to = rows[0]?.from ?? 0) {
    const from = best[to]?.from ?? 0;
    const height = heightOf(ratios.slice(from, to), frame);
    // A last row that would be only slightly too high when stretched fills the width.
    const full = to < ratios.length || height <= frame.rowHeight * 1.25;
    rows.unshift({ from, to, height: full ? height : frame.rowHeight });
  }
  return rows;
};

/** The items of each section, in the order in which the sections first occur; first those without a section. */
export const sectionsOf = (items: readonly GalleryItem[]): ReadonlyMap<string | null, readonly GalleryItem[]> => {
  const sections = new Map<string | null, GalleryItem[]>([[null, []]]);
  for (const item of items) sections.set(item.section, [...(sections.get(item.section) ?? []), item]);
  if (sections.get(null)?.length === 0) sections.delete(null);
  return sections;
};

/** A line of the grid: the heading of a section, or a row of items. `height` in pixels. */
export type Line = { readonly key: string; readonly height: number } & (
  | { readonly section: string; readonly items?: never }
  | { readonly items: readonly GalleryItem[]; readonly section?: never }
);

/** In pixels. */
const headingHeight = 72;

/** All lines of the grid, section by section. */
export const linesOf = (items: readonly GalleryItem[], frame: Frame): readonly Line[] =>
  [...sectionsOf(items)].flatMap(([section, members]) => {
    const rows = rowsOf(members.map(ratioOf), frame).map(({ from, to, height }): Line => {
      const own = members.slice(from, to);
      return { key: own[0]?.id ?? '', height, items: own };
    });
    return section === null ? rows : [{ key: `section ${section}`, height: headingHeight, section }, ...rows];
  });
