type Entry<Item> = { readonly item: Item; index: number };

/**
 * Items without an order, for what each request adds and removes again. Not a set, because V8 moves the entries of a set
 * to a new table from time to time, and the old table refers to the new one: once one of them is in the old generation,
 * all later ones get there too, with everything that their items refer to (ADR 54).
 */
export class Bag<Item> implements Iterable<Item> {
  readonly #entries: Entry<Item>[] = [];

  get size(): number {
    return this.#entries.length;
  }

  /** Returns a function that removes the item. That function returns whether the item was still there. */
  add(item: Item): () => boolean {
    const entry = { item, index: this.#entries.length };
    this.#entries.push(entry);
    return () => this.#remove(entry);
  }

  clear(): void {
    this.#entries.length = 0;
  }

  *[Symbol.iterator](): Iterator<Item> {
    for (const { item } of this.#entries) yield item;
  }

  /** The last entry takes the place of the removed one. */
  #remove(entry: Entry<Item>): boolean {
    if (this.#entries[entry.index] !== entry) return false;
    const last = this.#entries.pop();
    if (last && last !== entry) {
      last.index = entry.index;
      this.#entries[entry.index] = last;
    }
    return true;
  }
}
