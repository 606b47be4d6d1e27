import { eventsOf, type Facts, type Projection } from '#kernel';
import type { ModuleDefinition } from './module-parts.ts';
import { platformTitles } from './platform-events.ts';

type OwnedName = readonly [module: string, name: string];

/** The types of the events that a module writes. */
export const eventTypesOf = ({ aggregates }: Pick<ModuleDefinition, 'aggregates'>): readonly string[] =>
  aggregates.flatMap(({ evolve }) => Object.keys(evolve));

/** Throws if two modules, or one module twice, declare the same name. */
export const requireDistinct = (kind: string, names: readonly OwnedName[]): void => {
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
  const ownedNames = (namesOf: (module: ModuleDefinition) => readonly string[]): readonly OwnedName[] =>
    modules.flatMap((module) => namesOf(module).map((name) => [module.name, name] as const));
  requireDistinct(
    'module',
    ownedNames(({ name }) => [name]),
  );
  requireDistinct(
    'stream',
    ownedNames(({ aggregates }) => aggregates.map(({ stream }) => stream)),
  );
  requireDistinct('event', ownedNames(eventTypesOf));
  requireDistinct(
    'read table',
    ownedNames(({ projections }) => projections.map(([{ table }]) => table)),
  );
  const knownTypes = new Set([...modules.flatMap(eventTypesOf), ...Object.keys(platformTitles)]);
  for (const module of modules) {
    requireListedImports(module, modules);
    requireKnownEvents(module, knownTypes);
    requireTitles(module);
  }
};

const requireListedImports = ({ name, imports }: ModuleDefinition, modules: readonly ModuleDefinition[]): void => {
  const missingModule = imports.find((each) => !modules.includes(each));
  if (missingModule)
    throw new Error(
      `${name} imports ${missingModule.name}, which is not in the list of modules: add it to apps/modules.ts.`,
    );
};

const requireKnownEvents = ({ name, projections }: ModuleDefinition, known: ReadonlySet<string>): void => {
  for (const [projection] of projections)
    for (const type of eventsOf(projection as Projection<Facts, object>))
      if (!known.has(type))
        throw new Error(
          `The projection ${projection.table} of ${name} folds '${type}', which no module writes: correct the name, or declare the aggregate that writes it.`,
        );
};

const requireTitles = (definition: ModuleDefinition): void => {
  const { name, auditTitles } = definition;
  const ownTypes = eventTypesOf(definition);
  const untitledType = ownTypes.find((type) => !auditTitles[type]);
  if (untitledType) throw new Error(`The event ${untitledType} of ${name} has no title: add it to auditTitles.`);
  const unknownType = Object.keys(auditTitles).find((type) => !ownTypes.includes(type));
  if (unknownType)
    throw new Error(`${name} has a title for '${unknownType}', which it does not write: remove it from auditTitles.`);
};
