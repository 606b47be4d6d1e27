import { MikroOrmModule } from '@mikro-orm/nestjs';
import type { DynamicModule, FactoryProvider, Type } from '@nestjs/common';
import type { Facts, Projection } from '#kernel';
import { EventStore } from '#platform/event-store';
import { mapToTable, Projector } from '#platform/projections';
import { type Reaction, Reactor } from '#platform/reactions';
import { type UploadPurpose, Uploads, UploadsModule } from '#platform/uploads';
import { handlersOf } from './command-handlers.ts';
import type { ModuleDefinition, ModuleParts, SubmoduleParts } from './module-parts.ts';
import { Modules } from './modules.ts';

type AnyReaction = Reaction<Facts>;

const isDefinition = (value: unknown): value is ModuleDefinition =>
  typeof value === 'object' && value !== null && 'nest' in value && 'auditTitles' in value;

/** The reactions of an instance of a reactions class: its properties, and those in arrays. */
export const reactionsOf = (instance: object): readonly AnyReaction[] =>
  Object.values(instance)
    .flat()
    .filter(
      (value): value is AnyReaction => typeof value === 'object' && value !== null && 'react' in value && 'to' in value,
    );

/**
 * Declares a module. Everything that needs to know what a module consists of reads the definition: the processes,
 * realtime, the personal-data export, the dashboard, the security headers, the authorization tests and the generated
 * documents. Throws if the definition is incomplete.
 */
export const defineModule = <Queries>(parts: ModuleParts<Queries>): ModuleDefinition => {
  const { name, imports = [], submodules = [], ...rest } = parts;
  const merged = mergeParts([parts, ...submodules]);
  const { projections, reactions, controllers } = merged;
  for (const [projection, rows] of projections) mapToTable(projection, rows);
  const handlers = handlersOf(name, merged);
  const exportedProviders = [parts.queries, ...merged.exports];
  const uploads = parts.uploads ?? [];
  const nest: DynamicModule = {
    module: namedClass(`${name.charAt(0).toUpperCase()}${name.slice(1)}Module`),
    imports: [
      ...imports.map((each) => (isDefinition(each) ? each.nest : each)),
      MikroOrmModule.forFeature(projections.map(([, rows]) => rows as never)),
      ...(uploads.length > 0 ? [UploadsModule] : []),
    ],
    controllers: [...controllers],
    exports: exportedProviders,
  };
  const complete = { name, ...rest, ...merged, subscribers: parts.subscribers ?? [], nest };
  // The cast is safe: the parts are only called with an instance of this queries class.
  const definition = { ...complete, imports: imports.filter(isDefinition) } as ModuleDefinition;
  const providers = new Set([...handlers, ...merged.providers, ...exportedProviders, ...reactions]);
  nest.providers = [...providers, registration(definition)];
  if (uploads.length > 0) nest.providers.push(...uploads, uploadRegistration(uploads));
  return definition;
};

const mergeParts = (all: readonly SubmoduleParts[]): Required<SubmoduleParts> => ({
  aggregates: all.flatMap(({ aggregates = [] }) => aggregates),
  projections: all.flatMap(({ projections = [] }) => projections),
  commands: all.flatMap(({ commands = [] }) => commands),
  controllers: all.flatMap(({ controllers = [] }) => controllers),
  providers: all.flatMap(({ providers = [] }) => providers),
  exports: all.flatMap(({ exports = [] }) => exports),
  reactions: all.flatMap(({ reactions = [] }) => reactions),
  sealedColumns: all.flatMap(({ sealedColumns = [] }) => sealedColumns),
});

/** Registers a module with the platform as soon as its queries and reactions exist. */
const registration = (definition: ModuleDefinition): FactoryProvider => ({
  provide: Symbol(`registration of ${definition.name}`),
  inject: [Modules, EventStore, Projector, Reactor, definition.queries, ...definition.reactions],
  useFactory: (
    modules: Modules,
    store: EventStore,
    projector: Projector,
    reactor: Reactor,
    queries: unknown,
    ...instances: object[]
  ) => {
    const reactions = instances.flatMap(reactionsOf);
    modules.add(definition, queries, reactions);
    for (const aggregate of definition.aggregates) store.register(aggregate);
    for (const [projection, rows] of definition.projections)
      projector.add(projection as Projection<Facts, object>, rows);
    for (const reaction of reactions) reactor.add(reaction);
    return definition;
  },
});

/** Registers a module's upload purposes. */
const uploadRegistration = (purposes: readonly Type<UploadPurpose>[]): FactoryProvider => ({
  provide: Symbol('registration of uploads'),
  inject: [Uploads, ...purposes],
  useFactory: (uploads: Uploads, ...instances: UploadPurpose[]) => {
    for (const purpose of instances) uploads.add(purpose);
    return instances;
  },
});

const namedClass = (name: string): Type => Object.defineProperty(class {}, 'name', { value: name }) as Type;
