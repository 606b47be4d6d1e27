/** `3 selected` */
export const picturesText = (count: number): string => (count === 0 ? 'Select photos and videos' : `${count} selected`);

/**
 * The selection after a click on a picture, which toggles whether it is selected. With `from`, the picture that was
 * clicked before, all between them are selected too.
 */
export const selectionAfterClick = (
  shown: readonly string[],
  selected: ReadonlySet<string>,
  id: string,
  from: string | undefined,
): ReadonlySet<string> => {
  const [start, end] = [shown.indexOf(from ?? ''), shown.indexOf(id)];
  if (start >= 0 && end >= 0)
    return new Set([...selected, ...shown.slice(Math.min(start, end), Math.max(start, end) + 1)]);
  const others = [...selected].filter((one) => one !== id);
  return new Set(selected.has(id) ? others : [...others, id]);
};

/** Parts of at most `size` of a list, in its order. */
export const partsOf = <T>(all: readonly T[], size: number): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size));
