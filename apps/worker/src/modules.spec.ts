import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { Command, CommandHandler } from '@nestjs/cqrs';
import { type Aggregate, type Facts, replay, type Upcasts, upcast, versionOf } from '#kernel';
import { projectFolder } from '#platform/config';
import { modules as definitions } from '../../modules.ts';

type Exports = Readonly<Record<string, unknown>>;
type Sample = { readonly type: string; readonly shape: number; readonly data: object };
type AnyAggregate = Aggregate<Facts, Facts, unknown>;

const libs = join(projectFolder(), 'libs');
const modules = readdirSync(libs).filter((name) => !['kernel', 'platform'].includes(name));
const filesOf = (module: string, pattern: RegExp) =>
  globSync('**/*.ts', { cwd: join(libs, module, 'src') }).filter(
    (file) => pattern.test(basename(file)) && !/\.(spec|suite)\.ts$/.test(file),
  );
const exportsOf = async (module: string, pattern: RegExp): Promise<readonly [string, unknown][]> => {
  const loaded = await Promise.all(
    filesOf(module, pattern).map((file) => import(join(libs, module, 'src', file)) as Promise<Exports>),
  );
  return loaded.flatMap((file) => Object.entries(file));
};
const isAggregate = (value: unknown): value is AnyAggregate =>
  typeof value === 'object' && value !== null && 'evolve' in value && 'decide' in value;
const isProjection = (value: unknown): boolean => typeof value === 'object' && value !== null && 'insert' in value;
const isClass = (value: unknown): boolean => typeof value === 'function' && /^class\b/.test(String(value));

describe.each(definitions.map((definition) => [definition.name, definition] as const))('%s', (name, definition) => {
  const declared = definition.aggregates as readonly AnyAggregate[];
  const upcasts: Upcasts = Object.assign({}, ...declared.map((each) => each.upcasts ?? {}));
  const file = join(libs, name, 'src', `${name}.samples.json`);
  const samples = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Sample[]) : [];
  const exported = async (pattern: RegExp, wanted: (value: unknown) => boolean) =>
    new Set((await exportsOf(name, pattern)).map(([, value]) => value).filter(wanted));

  test('declares all of its aggregates, projections and reactions', async () => {
    expect(new Set<unknown>(declared)).toEqual(await exported(/^[a-z-]+\.ts$/, isAggregate));
    const projections = definition.projections.map(([projection]) => projection);
    expect(new Set<unknown>(projections)).toEqual(await exported(/\.projection\.ts$/, isProjection));
    expect(new Set<unknown>(definition.reactions)).toEqual(await exported(/\.reactions\.ts$/, isClass));
  });

  test('has a sample of every event shape, and no other samples', () => {
    const shapes = declared
      .flatMap(({ evolve }) => Object.keys(evolve))
      .flatMap((type) => Array.from({ length: versionOf(upcasts, type) }, (_, i) => `${type} ${i + 1}`));
    expect(samples).toHaveLength(shapes.length);
    expect(new Set(samples.map(({ type, shape }) => `${type} ${shape}`))).toEqual(new Set(shapes));
    expect(shapes.length).toBeGreaterThan(0);
  });

  test('reads every sample in its current shape', () => {
    for (const { type, shape, data } of samples) {
      const aggregate = declared.find(({ evolve }) => type in evolve);
      const current = { type, data: upcast(upcasts, type, shape, data) };
      expect(aggregate && replay(aggregate, [current])).toBeDefined();
    }
  });
});

/** The metadata that @CommandHandler(X) stores on the handler class: the same X for the same class. */
const handled = (handler: object): unknown => {
  const [key] = Reflect.getOwnMetadataKeys(probe).filter((name: unknown) => String(name).includes('commandHandler'));
  return Reflect.getOwnMetadata(key, handler);
};
class Probe extends Command<void> {}
class probe {
  async execute(): Promise<void> {}
}
CommandHandler(Probe)(probe);

test.each(modules)('every command of %s has exactly one handler', async (module) => {
  const exported = (await exportsOf(module, /\.commands\.ts$/)).flatMap(([, value]) =>
    Array.isArray(value) ? value : [value],
  );
  const classes = [...new Set(exported.filter((value): value is new () => object => typeof value === 'function'))];
  const commands = classes.filter(({ prototype }) => prototype instanceof Command);
  const handlers = classes.map(handled).filter((command) => command !== undefined);
  expect(handlers).toHaveLength(new Set(handlers).size);
  expect(commands.filter((command) => !handlers.includes(command)).map(({ name }) => name)).toEqual([]);
});
