import { Injectable, type OnModuleInit } from '@nestjs/common';
import { eventsOf, type Facts, type Projection } from '#kernel';
import type { Reaction } from '#platform/reactions';
import type { ModuleDefinition } from './module-definition.ts';

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

  /** A module comes after those it imports; otherwise in the order of their names. */
  get all(): readonly RunningModule[] {
    return this.#all;
  }

  /** Throws a sentence where a name of this module is taken already. */
  add(definition: ModuleDefinition, queries: unknown, reactions: readonly Reaction<Facts>[]): void {
    this.#all.push({ definition, queries, reactions });
    this.#all.sort((a, b) => compare(a.definition, b.definition));
    requireDistinctNames(this.#all);
  }

  onModuleInit(): void {
    requireKnownEvents(this.#all);
  }
}

const depthOf = ({ imports }: ModuleDefinition): number => 1 + Math.max(0, ...imports.map(depthOf));

const compare = (a: ModuleDefinition, b: ModuleDefinition): number =>
  depthOf(a) - depthOf(b) || (a.name < b.name ? -1 : 1);

/** The types of the events that a module writes. */
export const eventTypesOf = ({ aggregates }: Pick<ModuleDefinition, 'aggregates'>): readonly string[] =>
  aggregates.flatMap(({ evolve }) => Object.keys(evolve));

type Named = readonly [module: string, name: string];

const requireDistinctNames = (modules: readonly RunningModule[]): void => {
  const named = (namesOf: (module: RunningModule) => readonly string[]): readonly Named[] =>
    modules.flatMap((module) => namesOf(module).map((name) => [module.definition.name, name] as const));
  requireDistinct(
    'module',
    named(({ definition }) => [definition.name]),
  );
  requireDistinct(
    'stream',
    named(({ definition }) => definition.aggregates.map(({ stream }) => stream)),
  );
  requireDistinct(
    'event',
    named(({ definition }) => eventTypesOf(definition)),
  );
  requireDistinct(
    'read table',
    named(({ definition }) => definition.projections.map(([{ table }]) => table)),
  );
  requireDistinct(
    'reaction',
    named(({ reactions }) => reactions.map(({ name }) => name)),
  );
};

const requireDistinct = (kind: string, names: readonly Named[]): void => {
  const owners = new Map<string, string>();
  for (const [module, name] of names) {
    const owner = owners.get(name);
    if (owner !== undefined)
      throw new Error(
        `The ${kind} '${name}' is declared twice, in ${owner === module ? `${owner}` : `${owner} and in ${module}`}: rename one of them.`,
      );
    owners.set(name, module);
  }
};

const requireKnownEvents = (modules: readonly RunningModule[]): void => {
  const known = new Set(modules.flatMap(({ definition }) => eventTypesOf(definition)));
  for (const module of modules) {
    requireKnownReactions(module, known);
    requireKnownFolds(module.definition, known);
    requireTitles(module.definition);
  }
};

const requireKnownReactions = ({ reactions }: RunningModule, known: ReadonlySet<string>): void => {
  for (const { name, to } of reactions)
    if (!known.has(to))
      throw new Error(
        `The reaction ${name} reacts to '${to}', which no module writes: correct the name, or declare the aggregate that writes it.`,
      );
};

const requireKnownFolds = ({ name, projections }: ModuleDefinition, known: ReadonlySet<string>): void => {
  for (const [projection] of projections)
    for (const type of eventsOf(projection as Projection<Facts, object>))
      if (!known.has(type))
        throw new Error(
          `The projection ${projection.table} of ${name} folds '${type}', which no module writes: correct the name, or declare the aggregate that writes it.`,
        );
};

const requireTitles = (definition: ModuleDefinition): void => {
  const { name, auditTitles } = definition;
  const own = eventTypesOf(definition);
  const untitled = own.find((type) => !auditTitles[type]);
  if (untitled) throw new Error(`The event ${untitled} of ${name} has no title: add it to auditTitles.`);
  const unknown = Object.keys(auditTitles).find((type) => !own.includes(type));
  if (unknown)
    throw new Error(`${name} has a title for '${unknown}', which it does not write: remove it from auditTitles.`);
};
