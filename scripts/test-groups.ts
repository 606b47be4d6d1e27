import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
/** The number of specs in a group: few enough that the last groups, which run alone, do not take long. */
const specsPerGroup = 12;

/**
 * Specs that cannot share loaded modules: those that use `await` at the top level, which a group cannot load, and those
 * that declare read tables of their own, because MikroORM keeps every declared table in a list of the whole process.
 */
const needsOwnModules = /testcontainers|defineEntity\(|defineModule\(|projections\.suite/;

/** The folders whose specs take longest come first: those of the apps run the whole product, and those of the screens only functions. */
const folders = ['apps', 'libs', 'frontend'];

/**
 * Writes Jest test files that each contain several neighbouring specs, one `describe` per spec. Jest loads all modules
 * again for each test file, which takes longer than most tests; the specs of a group share them. Jest runs the files in
 * the order of their names (scripts/jest/by-name.mjs).
 */
export const writeGroups = (folder: string): void => {
  mkdirSync(folder, { recursive: true });
  let count = 0;
  const write = (kind: string, extension: string, content: string): void =>
    writeFileSync(join(folder, `${String(++count).padStart(2, '0')}-${kind}.spec.${extension}`), content);

  for (const top of folders) {
    const specs = globSync(`${top}/**/*.spec.{ts,tsx}`, { cwd: root, exclude: ['**/violation-*'] }).sort();
    const ungroupedSpecs = specs.filter((spec) => needsOwnModules.test(readFileSync(join(root, spec), 'utf8')));
    for (const spec of ungroupedSpecs) write('single', 'mjs', `import ${JSON.stringify(join(root, spec))};\n`);

    const groupedSpecs = specs.filter((spec) => !ungroupedSpecs.includes(spec));
    const groups = Math.ceil(groupedSpecs.length / specsPerGroup);
    for (let i = 0; i < groups; i++) {
      const members = groupedSpecs.slice((i * groupedSpecs.length) / groups, ((i + 1) * groupedSpecs.length) / groups);
      write('group', 'cjs', members.map(describeBlock).join(''));
    }
  }
};

/** A spec that cannot be loaded is one failed test, so that the others of its group still run. */
const describeBlock = (spec: string): string => `describe(${JSON.stringify(spec)}, () => {
  try {
    require(${JSON.stringify(join(root, spec))});
  } catch (error) {
    test('can be loaded', () => { throw error; });
  }
});
`;
