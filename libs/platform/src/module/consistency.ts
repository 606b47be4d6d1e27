import { eventsOf, type Facts, type Projection } from '#kernel';
import type { ModuleDefinition } from './module-parts.ts';

type Named = readonly [module: string, name: string];

/** The types of the events that a module writes. */
export const eventTypesOf = ({ aggregates }: Pick<ModuleDefinition, 'aggregates'>): readonly string[] =>
  aggregates.flatMap(({ evolve }) => Object.keys(evolve));

/** Throws if two modules, or one module twice, declare the same name. */
export const requireDistinct = (kind: string, names: readonly Named[]): void => {
  const owners = new Map<string, string>();
  for (const [module, name] of names) {
    const owner = owners.get(name);
    if (owner !== undefined)
      throw new Error(
        `The ${kind} '${name}' is declared twice, in ${owner === module ? owner : `${owner} and in ${module}`}: rename one of them.`,
      );
    owners.set(name, module);
  }
};

/** Throws if these modules do not fit together, with a message that says what to change. */
export const requireConsistent = (modules: readonly ModuleDefinition[]): void => {
  const named = (namesOf: (module: ModuleDefinition) => readonly string[]): readonly Named[] =>
    modules.flatMap((module) => namesOf(module).map((name) => [module.name, name] as const));
  requireDistinct(
    'module',
    named(({ name }) => [name]),
  );
  requireDistinct(
    'stream',
    named(({ aggregates }) => aggregates.map(({ stream }) => stream)),
  );
  requireDistinct('event', named(eventTypesOf));
  requireDistinct(
    'read table',
    named(({ projections }) => projections.map(([{ table }]) => table)),
  );
  const known = new Set(modules.flatMap(eventTypesOf));
  for (const module of modules) {
    requireListedImports(module, modules);
    requireKnownFolds(module, known);
    requireTitles(module);
  }
};

const requireListedImports = ({ name, imports }: ModuleDefinition, modules: readonly ModuleDefinition[]): void => {
  const missing = imports.find((each) => !modules.includes(each));
  if (missing)
    throw new Error(`${name} imports ${missing.name}, which is not in the list of modules: add it to apps/modules.ts.`);
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
