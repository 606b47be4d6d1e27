type Ordered = { readonly id: string; readonly sortOrder: number };
export type OrderChange = { readonly id: string; readonly sortOrder: number };

// Room for later moves between two items.
const step = 64;

/** New numbers for a run of items next to a border: each `step` further away, until one already has room. */
const changesToShift = (run: readonly Ordered[], border: number, direction: 1 | -1): OrderChange[] => {
  const changes: OrderChange[] = [];
  let limit = border;
  for (const { id, sortOrder } of run) {
    if (changes.length > 0 && (sortOrder - limit) * direction > 0) break;
    limit += step * direction;
    changes.push({ id, sortOrder: limit });
  }
  return changes;
};

/**
 * The numbers that move an item to this place, from 0. One number if there is room between its new neighbors; otherwise
 * those on the side where fewer items make room get new ones too. In the order in which they should be stored.
 */
export const changesToMove = (items: readonly Ordered[], id: string, place: number): readonly OrderChange[] => {
  const item = items.find((one) => one.id === id);
  const others = items.filter((one) => one.id !== id);
  const [before, after] = [others.slice(0, place), others.slice(place)];
  const [previous, next] = [before.at(-1), after[0]];
  if (!item || items.indexOf(item) === place) return [];
  if (!previous) return next ? [{ id, sortOrder: next.sortOrder - step }] : [];
  if (!next) return [{ id, sortOrder: previous.sortOrder + step }];
  const room = next.sortOrder - previous.sortOrder;
  if (room >= 2) return [{ id, sortOrder: previous.sortOrder + Math.floor(room / 2) }];
  const down = changesToShift([item, ...before.reverse()], next.sortOrder, -1);
  const up = changesToShift([item, ...after], previous.sortOrder, 1);
  return (down.length < up.length ? down : up).reverse();
};
