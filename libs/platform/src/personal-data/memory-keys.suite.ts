import type { KeyObject } from 'node:crypto';
import { newKey, PersonalDataKeys } from './personal-data-keys.ts';
import { type Keys, keyFrom } from './seal.ts';

/** Keys in memory, for tests. */
export class MemoryPersonalDataKeys extends PersonalDataKeys {
  readonly #keys = new Map<string, KeyObject | null>();
  readonly #streams = new Map<string, Set<string>>();

  override async toWrite(people: readonly string[]): Promise<Keys> {
    for (const person of people) if (!this.#keys.has(person)) this.#keys.set(person, keyFrom(newKey()));
    return this.toRead(people);
  }

  override async recordStream(people: readonly string[], stream: string): Promise<void> {
    for (const person of people) this.#streams.set(person, (this.#streams.get(person) ?? new Set()).add(stream));
  }

  override async toRead(people: readonly string[]): Promise<Keys> {
    return new Map(
      people.flatMap((person) => (this.#keys.has(person) ? [[person, this.#keys.get(person) ?? null]] : [])),
    );
  }

  override async streamsOf(person: string): Promise<readonly string[]> {
    return [...(this.#streams.get(person) ?? [])].sort();
  }

  override async erase(person: string): Promise<readonly string[]> {
    this.#keys.set(person, null);
    return [...(this.#streams.get(person) ?? [])];
  }
}
