import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { Command, CommandHandler } from '@nestjs/cqrs';
import { type Aggregate, type Facts, replay, type Upcasts, upcast, versionOf } from '#kernel';
import { projectFolder } from '#platform/config';

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

const read = async (module: string) => {
  const aggregates = (await exportsOf(module, /^[a-z-]+\.ts$/)).map(([, value]) => value).filter(isAggregate);
  const found = (await exportsOf(module, /\.upcasts\.ts$/)).map(([, value]) => value as Upcasts);
  const file = join(libs, module, 'src', `${module}.samples.json`);
  const samples = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Sample[]) : [];
  return { aggregates, upcasts: Object.assign({}, ...found) as Upcasts, samples };
};

describe.each(modules)('the events of %s', (module) => {
  test('have a sample of every shape there ever was, and of nothing else', async () => {
    const { aggregates, upcasts, samples } = await read(module);
    const shapes = aggregates
      .flatMap(({ evolve }) => Object.keys(evolve))
      .flatMap((type) => Array.from({ length: versionOf(upcasts, type) }, (_, i) => `${type} ${i + 1}`));
    expect(samples).toHaveLength(shapes.length);
    expect(new Set(samples.map(({ type, shape }) => `${type} ${shape}`))).toEqual(new Set(shapes));
    expect(shapes.length).toBeGreaterThan(0);
  });

  test('are understood today, in every shape', async () => {
    const { aggregates, upcasts, samples } = await read(module);
    for (const { type, shape, data } of samples) {
      const aggregate = aggregates.find(({ evolve }) => type in evolve);
      const today = { type, data: upcast(upcasts, type, shape, data) };
      expect(aggregate && replay(aggregate, [today])).toBeDefined();
    }
  });

  test('stand in docs/events.md', async () => {
    const { aggregates } = await read(module);
    const told = readFileSync(join(projectFolder(), 'docs/events.md'), 'utf8');
    const untold = aggregates
      .flatMap(({ evolve }) => Object.keys(evolve))
      .filter((type) => !told.includes(`\`${type}\``));
    expect(untold).toEqual([]);
  });
});

/** What @CommandHandler(X) on a class leaves behind: the same X for the same class. */
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
