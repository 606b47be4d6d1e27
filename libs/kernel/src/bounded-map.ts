/** A map with a limited number of entries. When it is full, a new entry replaces the one that was added first. */
export class BoundedMap<Key, Value> {
  readonly #entries = new Map<Key, Value>();

  constructor(private readonly limit: number) {}

  get(key: Key): Value | undefined {
    return this.#entries.get(key);
  }

  set(key: Key, value: Value): void {
    // A map keeps the order in which its entries were added.
    const [first] = !this.#entries.has(key) && this.#entries.size >= this.limit ? this.#entries.keys() : [];
    if (first !== undefined) this.#entries.delete(first);
    this.#entries.set(key, value);
  }
}
