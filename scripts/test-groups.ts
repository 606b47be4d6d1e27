import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sharedProducts } from '../e2e/browser/shared-products.ts';
import { isPure, pureSpecs, specsIn } from './pure-specs.ts';

const root = join(import.meta.dirname, '..');
/** The maximum numbers of specs in a group: few enough that the last groups, which run alone, do not take long. */
const specsPerGroup: Readonly<Record<SpecPart, number>> = { apps: 20, modules: 20, platform: 40, browser: 1, pure: 80 };

const contains = (pattern: RegExp, spec: string): boolean => pattern.test(readFileSync(join(root, spec), 'utf8'));

/**
 * Specs that use `await` at the top level, which a group cannot load, and those that declare modules with the same read
 * table twice: MikroORM keeps every declared table in a list of the whole process.
 */
const needsOwnFile = (spec: string): boolean => contains(/testcontainers|defineModule\(/, spec);

/** Specs that declare read tables of their own share a group, because of that list. */
const declaresTables = (spec: string): boolean => contains(/defineEntity\(|projections\.suite/, spec);

/** Specs of the apps, the modules and the platform that need a server; the browser stories; and those that need no server. */
export type SpecPart = 'apps' | 'modules' | 'platform' | 'browser' | 'pure';

const specsOf = (part: SpecPart): readonly string[] => {
  if (part === 'pure') return pureSpecs();
  if (part === 'browser') return specsIn('e2e/browser');
  const specs = specsIn(part === 'apps' ? 'apps' : 'libs').filter((spec) => !isPure(spec));
  return specs.filter((spec) => spec.startsWith('libs/platform/') === (part === 'platform'));
};

/**
 * Writes Jest test files that each contain several neighboring specs, one `describe` per spec. Jest loads all modules
 * again for each test file, which takes longer than most tests; the specs of a group share them. Jest runs the files in
 * the order of their names (scripts/jest/by-name.mjs), which is that of the parts.
 */
export const writeGroups = (folder: string, ...parts: readonly SpecPart[]): void => {
  mkdirSync(folder, { recursive: true });
  let count = 0;
  const write = (kind: string, extension: string, content: string): void =>
    writeFileSync(join(folder, `${String(++count).padStart(2, '0')}-${kind}.spec.${extension}`), content);
  const writeGroup = (specs: readonly string[]): void =>
    write('group', 'cjs', endOfGroup + specs.map(describeBlock).join(''));
  for (const part of parts) {
    const shared = part === 'browser' ? specsOfSharedProducts() : [];
    for (const members of shared) writeGroup(members);
    const others = specsOf(part).filter((spec) => !needsOwnFile(spec) && !shared.flat().includes(spec));
    const declaring = others.filter(declaresTables);
    if (declaring.length > 0) writeGroup(declaring);
    const groupedSpecs = others.filter((spec) => !declaring.includes(spec));
    const groups = Math.ceil(groupedSpecs.length / specsPerGroup[part]);
    for (let i = 0; i < groups; i++) {
      writeGroup(groupedSpecs.slice((i * groupedSpecs.length) / groups, ((i + 1) * groupedSpecs.length) / groups));
    }
    for (const spec of specsOf(part).filter(needsOwnFile))
      write('single', 'mjs', `import ${JSON.stringify(join(root, spec))};\n`);
  }
};

/** The browser specs that share a product, which must be in one group. */
const specsOfSharedProducts = (): readonly (readonly string[])[] => {
  const groups = Object.entries(sharedProducts).map(([product, names]) => ({
    product,
    specs: names.map((name) => `e2e/browser/${name}.spec.ts`),
  }));
  for (const spec of specsOf('browser')) {
    const [, declared] = /testSite\(\{ product: '(\w+)' \}\)/.exec(readFileSync(join(root, spec), 'utf8')) ?? [];
    const listed = groups.find(({ specs }) => specs.includes(spec))?.product;
    if (declared !== listed)
      throw new Error(
        `${spec} names the product ${declared ?? 'none'} in testSite(), but is listed under ${listed ?? 'none'} in e2e/browser/shared-products.ts: make both the same`,
      );
  }
  return groups.map(({ specs }) => specs);
};

/** What specs of a group share can be stopped after the last of them. */
const endOfGroup = `const ends = [];
globalThis.atEndOfGroup = (end) => ends.push(end);
afterAll(async () => {
  for (const end of ends) await end();
});
`;

/** A spec that cannot be loaded is one failed test, so that the others of its group still run. */
const describeBlock = (spec: string): string => `describe(${JSON.stringify(spec)}, () => {
  try {
    require(${JSON.stringify(join(root, spec))});
  } catch (error) {
    test('can be loaded', () => { throw error; });
  }
});
`;
