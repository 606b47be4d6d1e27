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

/**
 * Writes Jest test files that each contain several neighbouring specs, one `describe` per spec. Jest loads all modules
 * again for each test file, which takes longer than most tests; the specs of a group share them.
 */
export const writeGroups = (folder: string): void => {
  mkdirSync(folder, { recursive: true });
  const specs = globSync('{apps,libs,frontend}/**/*.spec.{ts,tsx}', { cwd: root, exclude: ['**/violation-*'] }).sort();
  const ungroupedSpecs = specs.filter((spec) => needsOwnModules.test(readFileSync(join(root, spec), 'utf8')));
  for (const [i, spec] of ungroupedSpecs.entries())
    writeFileSync(join(folder, `single-${i + 1}.spec.mjs`), `import ${JSON.stringify(join(root, spec))};\n`);

  const groupedSpecs = specs.filter((spec) => !ungroupedSpecs.includes(spec));
  const groups = Math.ceil(groupedSpecs.length / specsPerGroup);
  for (let i = 0; i < groups; i++) {
    const members = groupedSpecs.slice((i * groupedSpecs.length) / groups, ((i + 1) * groupedSpecs.length) / groups);
    writeFileSync(join(folder, `group-${i + 1}.spec.cjs`), members.map(describeBlock).join(''));
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
