import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isPure, specsIn } from './pure-specs.ts';

const root = join(import.meta.dirname, '..');
/** The maximum numbers of specs in a group: few enough that the last groups, which run alone, do not take long. */
const [specsPerGroup, pureSpecsPerGroup] = [15, 40];

/**
 * Specs that cannot share loaded modules: those that use `await` at the top level, which a group cannot load, and those
 * that declare read tables of their own, because MikroORM keeps every declared table in a list of the whole process.
 */
const needsOwnModules = (spec: string): boolean =>
  /testcontainers|defineEntity\(|defineModule\(|projections\.suite/.test(readFileSync(join(root, spec), 'utf8'));

/**
 * Writes Jest test files that each contain several neighbouring specs, one `describe` per spec. Jest loads all modules
 * again for each test file, which takes longer than most tests; the specs of a group share them. Jest runs the files in
 * the order of their names (scripts/jest/by-name.mjs): those that take longest come first. With `pureOnly`, the specs
 * that need a server are left out.
 */
export const writeGroups = (folder: string, { pureOnly = false } = {}): void => {
  mkdirSync(folder, { recursive: true });
  let count = 0;
  const write = (kind: string, extension: string, content: string): void =>
    writeFileSync(join(folder, `${String(++count).padStart(2, '0')}-${kind}.spec.${extension}`), content);
  const writeEach = (specs: readonly string[], maxPerGroup: number): void => {
    for (const spec of specs.filter(needsOwnModules))
      write('single', 'mjs', `import ${JSON.stringify(join(root, spec))};\n`);
    const groupedSpecs = specs.filter((spec) => !needsOwnModules(spec));
    const groups = Math.ceil(groupedSpecs.length / maxPerGroup);
    for (let i = 0; i < groups; i++) {
      const members = groupedSpecs.slice((i * groupedSpecs.length) / groups, ((i + 1) * groupedSpecs.length) / groups);
      write('group', 'cjs', members.map(describeBlock).join(''));
    }
  };

  // The specs of the apps run the whole product.
  if (!pureOnly)
    for (const top of ['apps', 'libs'])
      writeEach(
        specsIn(top).filter((spec) => !isPure(spec)),
        specsPerGroup,
      );
  writeEach(['apps', 'libs', 'frontend'].flatMap(specsIn).filter(isPure), pureSpecsPerGroup);
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
