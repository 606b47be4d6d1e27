import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { type Aggregate, type Facts, replay, type Upcasts, upcast, versionOf } from '#kernel';
import { projectFolder } from '#platform/config';
import { modules as definitions } from '../../modules.ts';

type Exports = Readonly<Record<string, unknown>>;
type Sample = { readonly type: string; readonly shape: number; readonly data: object };
type AnyAggregate = Aggregate<Facts, Facts, unknown>;

const libs = join(projectFolder(), 'libs');
// The negative tests, which may run at the same time, write files called violation-….
const filesOf = (module: string, pattern: RegExp) =>
  globSync('**/*.ts', { cwd: join(libs, module, 'src') }).filter(
    (file) => pattern.test(basename(file)) && !/^violation-|\.(spec|suite)\.ts$/.test(basename(file)),
  );
const exportsOf = async (module: string, pattern: RegExp): Promise<readonly [string, unknown][]> => {
  const loadedFiles = await Promise.all(
    filesOf(module, pattern).map((file) => import(join(libs, module, 'src', file)) as Promise<Exports>),
  );
  return loadedFiles.flatMap((file) => Object.entries(file));
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
  const exportedValues = async (pattern: RegExp, wanted: (value: unknown) => boolean) =>
    new Set((await exportsOf(name, pattern)).map(([, value]) => value).filter(wanted));

  test('declares all of its aggregates, projections, commands and reactions', async () => {
    expect(new Set<unknown>(declared)).toEqual(await exportedValues(/^[a-z-]+\.ts$/, isAggregate));
    const projections = definition.projections.map(([projection]) => projection);
    const exportedProjections = await exportedValues(/\.projection\.ts$/, isProjection);
    expect(new Set<unknown>(projections.filter((each) => exportedProjections.has(each)))).toEqual(exportedProjections);
    // The projection of the audit trail is not a constant; a function creates it from the list of modules.
    const factories = await exportedValues(/\.projection\.ts$/, (value) => typeof value === 'function');
    expect(projections.filter((each) => !exportedProjections.has(each))).toHaveLength(factories.size);
    const commands = definition.commands.flatMap((namespace) => Object.values(namespace)).filter(isClass);
    expect(new Set<unknown>(commands)).toEqual(await exportedValues(/\.commands\.ts$/, isClass));
    expect(new Set<unknown>(definition.reactions)).toEqual(await exportedValues(/\.reactions\.ts$/, isClass));
  });

  test('has a sample of every event shape, and no other samples', () => {
    const shapes = declared
      .flatMap(({ evolve }) => Object.keys(evolve))
      .flatMap((type) => Array.from({ length: versionOf(upcasts, type) }, (_, i) => `${type} ${i + 1}`));
    expect(samples).toHaveLength(shapes.length);
    expect(new Set(samples.map(({ type, shape }) => `${type} ${shape}`))).toEqual(new Set(shapes));
    expect(shapes.length > 0).toBe(declared.length > 0);
  });

  test('reads every sample in its current shape', () => {
    for (const { type, shape, data } of samples) {
      const aggregate = declared.find(({ evolve }) => type in evolve);
      const current = { type, data: upcast(upcasts, type, shape, data) };
      expect(aggregate && replay(aggregate, [current])).toBeDefined();
    }
  });
});
