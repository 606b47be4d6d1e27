import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { projectFolder } from '#platform/config';
import { modules as definitions } from '../../modules.ts';

const libs = join(projectFolder(), 'libs');
const foundations = ['kernel', 'platform'];
const modules = readdirSync(libs).filter((name) => !foundations.includes(name));

const importedBy = (module: string): readonly string[] => {
  const folder = join(libs, module, 'src');
  const sources = readdirSync(folder).filter((file) => /(?<!\.(spec|suite))\.ts$/.test(file));
  const importedFiles = sources.flatMap((file) => [
    ...readFileSync(join(folder, file), 'utf8').matchAll(/from '#([a-z]+)'/g),
  ]);
  return [...new Set(importedFiles.map(([, other = '']) => other))].filter(
    (other) => other !== module && !foundations.includes(other),
  );
};

test('tsconfig.json resolves the same entry points as package.json', () => {
  const parseFile = (file: string) => JSON.parse(readFileSync(join(projectFolder(), file), 'utf8'));
  const imports = Object.entries(parseFile('package.json').imports as Record<string, { types: string }>);
  const paths = Object.entries(parseFile('tsconfig.json').compilerOptions.paths as Record<string, string[]>);
  expect(paths).toEqual(imports.map(([entry, { types }]) => [entry, [types]]));
});

test.each(definitions.map((definition) => [definition.name, definition] as const))(
  'the definition of %s imports exactly the modules that its files import',
  (name, { imports }) => {
    expect(new Set(imports.map((each) => each.name))).toEqual(new Set(importedBy(name)));
  },
);

test('apps/modules.ts lists every module', () => {
  expect(new Set(definitions.map(({ name }) => name))).toEqual(new Set(modules));
});

const exportedNames = (entryPoint: string): readonly string[] =>
  [...entryPoint.matchAll(/\{([^}]*)\}/g)].flatMap(([, list = '']) => list.split(',').filter((name) => name.trim()));

test.each(globSync('*/src/*/index.ts', { cwd: libs }))('the submodule libs/%s exports at most 20 names', (file) => {
  const names = exportedNames(readFileSync(join(libs, file), 'utf8'));
  expect(names.length).toBeGreaterThan(0);
  expect(names.length).toBeLessThanOrEqual(20);
});

const bareNames = (lists: readonly string[]): readonly string[] =>
  exportedNames(lists.join('')).map((name) =>
    name
      .trim()
      .replace(/^type /, '')
      .replace(/ as .*/s, ''),
  );

/** All files that can import modules, with their texts. */
const files = globSync('{apps,bench,e2e,libs,scripts}/**/*.ts', { cwd: projectFolder() }).map((file) => ({
  file,
  text: readFileSync(join(projectFolder(), file), 'utf8'),
}));

test.each(modules)('everything that %s exports is imported by another module, an app or a test of them', (module) => {
  const entryPoint = readFileSync(join(libs, module, 'src', 'index.ts'), 'utf8');
  const names = bareNames(entryPoint.match(/^export (type )?\{[^}]*\}/gm) ?? []);
  const imports = new RegExp(`\\{[^{}]*\\}(?= (from|= await import\\() ?'#${module}')`, 'g');
  const filesOutside = files.filter(({ file }) => !file.startsWith(join('libs', module, '/')));
  const imported = new Set(filesOutside.flatMap(({ text }) => bareNames(text.match(imports) ?? [])));
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => !imported.has(name))).toEqual([]);
});

test('names are counted in exports of one and of several lines, with their types', () => {
  expect(
    exportedNames(`export { A, type B } from './a.ts';\nexport type {\n  C,\n  D,\n} from './b.ts';`),
  ).toHaveLength(4);
});
