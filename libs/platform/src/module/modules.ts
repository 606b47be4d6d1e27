import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Facts } from '#kernel';
import { EventStore } from '#platform/event-store';
import type { Reaction } from '#platform/reactions';
import { eventTypesOf, requireDistinct } from './consistency.ts';
import type { AnyAggregate, ModuleDefinition } from './module-parts.ts';
import { platformTitles } from './platform-events.ts';

/** A module of this process: its definition, the instance of its queries class, and its reactions. */
export type RunningModule = {
  readonly definition: ModuleDefinition;
  readonly queries: unknown;
  readonly reactions: readonly Reaction<Facts>[];
};

/** The modules of this process. */
@Injectable()
export class Modules implements OnModuleInit {
  readonly #all: RunningModule[] = [];

  constructor(private readonly store: EventStore) {}

  /** All modules, sorted so that a module comes after those it imports, otherwise by name. */
  get all(): readonly RunningModule[] {
    return this.#all;
  }

  /** The title of an event in the audit trail; undefined for an event that no module of this release writes. */
  auditTitle(type: string): string | undefined {
    return (
      this.#all.find(({ definition }) => type in definition.auditTitles)?.definition.auditTitles[type] ??
      platformTitles[type]
    );
  }

  /** The aggregate that has events of this type; undefined if no module of this release writes them. */
  aggregateWith(type: string): AnyAggregate | undefined {
    return this.#all
      .flatMap(({ definition }) => definition.aggregates)
      .find(({ evolve }) => Object.hasOwn(evolve, type));
  }

  /** Throws if two reactions have the same name. */
  add(definition: ModuleDefinition, queries: unknown, reactions: readonly Reaction<Facts>[]): void {
    this.#all.push({ definition, queries, reactions });
    this.#all.sort((a, b) => compare(a.definition, b.definition));
    requireDistinct(
      'reaction',
      this.#all.flatMap((each) => each.reactions.map(({ name }) => [each.definition.name, name] as const)),
    );
  }

  /** Throws if a reaction reacts to an event that no module writes. */
  onModuleInit(): void {
    const platformTypes = Object.keys(platformTitles);
    const knownTypes = new Set([...platformTypes, ...this.#all.flatMap(({ definition }) => eventTypesOf(definition))]);
    if (this.#all.length > 0) this.store.declareTypes(platformTypes);
    for (const { name, to } of this.#all.flatMap(({ reactions }) => reactions))
      if (!knownTypes.has(to))
        throw new Error(
          `The reaction ${name} reacts to '${to}', which no module writes: correct the name, or declare the aggregate that writes it.`,
        );
  }
}

const depthOf = ({ imports }: ModuleDefinition): number => 1 + Math.max(0, ...imports.map(depthOf));

const compare = (a: ModuleDefinition, b: ModuleDefinition): number =>
  depthOf(a) - depthOf(b) || (a.name < b.name ? -1 : 1);
