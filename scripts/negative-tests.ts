// Runs the static checks while each of their rules is broken on purpose, and fails unless exactly that is reported: each
// broken rule, and nothing about other files. The wrong files are written into the source tree, because the checks
// resolve imports differently elsewhere; their names begin with violation-, and they are removed at the end.
import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { endWithChildren, run } from './runner.ts';
import { checkedFolders, checks, checkTypes } from './steps.ts';

/** `rule` must be reported for `file`. A file without a rule only exists for others to import. */
type NegativeTest = readonly [rule: string, file: string, code: string];
const bookings = 'libs/bookings/src';
const features = 'frontend/src/features';

const graph: NegativeTest[] = [
  ['everything-resolves', `${bookings}/violation-a.queries.ts`, `export * from '#catalog/catalog.queries';`],
  [
    'only-through-the-index',
    `${bookings}/violation-b.queries.ts`,
    `export * from '../../catalog/src/catalog.queries.ts';`,
  ],
  ['only-through-the-index', 'apps/api/src/violation-c.ts', `export * from '../../../libs/bookings/src/booking.ts';`],
  [
    'tests-import-only-testing-files',
    'apps/api/src/violation-c.spec.ts',
    `export * from '../../../libs/bookings/src/booking.ts';`,
  ],
  [
    'submodules-are-imported-through-their-index',
    'libs/platform/src/jobs/violation-submodule.ts',
    `export * from '../postgres/follower.ts';`,
  ],
  [
    'submodules-are-imported-through-their-index',
    'libs/identity/src/sessions/violation-submodule.commands.ts',
    `export * from '../users/accounts.store.ts';`,
  ],
  [
    'submodules-are-imported-through-their-index',
    'libs/identity/src/violation-root.queries.ts',
    `export * from './users/user.ts';`,
  ],
  [
    'submodules-are-imported-through-their-index',
    'libs/catalog/src/portfolio/violation-submodule.commands.ts',
    `export * from '../availability/availability.queries.ts';`,
  ],
  [
    'submodules-are-imported-through-their-index',
    'libs/leads/src/digests/violation-submodule.queries.ts',
    `export * from '../matching/match-score.ts';`,
  ],
  [
    'submodules-are-imported-through-their-index',
    'libs/leads/src/violation-root.queries.ts',
    `export * from './matching/match-score.ts';`,
  ],
  ['production-does-not-import-tests', `${bookings}/violation-c.queries.ts`, `export * from '#identity/testing';`],
  [
    'production-does-not-import-tests',
    `${bookings}/violation-testing.queries.ts`,
    `export * from '#platform/testing';`,
  ],
  ['production-does-not-import-tests', `${bookings}/violation-data.queries.ts`, `export * from '#platform/fixtures';`],
  ['apps-are-not-imported', `${bookings}/violation-d.ts`, `export * from '../../../apps/api/src/api.module.ts';`],
  ['only-the-cli-imports-apps', 'apps/worker/src/violation-app.ts', `export * from '../../api/src/api.module.ts';`],
  ['apps-are-imported-by-their-factory', 'apps/cli/src/violation-app.ts', `export * from '../../api/src/headers.ts';`],
  [
    'apps-are-imported-by-their-factory',
    'e2e/chaos/violation-app.suite.ts',
    `export * from '../../apps/api/src/headers.ts';`,
  ],
  ['no-circles', 'libs/catalog/src/violation-e.commands.ts', `export * from './violation-f.ts';`],
  ['rules-are-pure', 'libs/catalog/src/violation-f.ts', `export * from './violation-e.commands.ts';`],
  ['rules-are-pure', `${bookings}/violation-g.ts`, `export { randomUUID } from 'node:crypto';`],
  ['rules-are-pure', `${bookings}/violation-h.ts`, `export { Injectable } from '@nestjs/common';`],
  [
    'rules-are-pure',
    'libs/identity/src/violation-room/violation-rules.ts',
    `export { randomUUID } from 'node:crypto';`,
  ],
  ['rules-are-pure', `${bookings}/violation-i.ts`, `export { EventStore } from '#platform/event-store';`],
  ['rules-are-pure', `${bookings}/violation-j.upcasts.ts`, `export { CatalogQueries } from '#catalog';`],
  ['rules-are-pure', `${bookings}/violation-schemas.ts`, `export * from './contract.ts';`],
  ['rules-are-pure', `${bookings}/violation-terms.ts`, `export * from '../../leads/src/lead-terms.contract.ts';`],
  ['terms-import-nothing', `${bookings}/violation-terms.contract.ts`, `export { z } from 'zod';`],
  ['projections-only-fold', `${bookings}/violation-k.projection.ts`, `export * from './bookings.commands.ts';`],
  ['projections-only-fold', `${bookings}/violation-rows.projection.ts`, `export * from './bookings.rows.ts';`],
  ['projections-only-fold', `${bookings}/violation-orm.projection.ts`, `export { Entity } from '@mikro-orm/core';`],
  ['contracts-are-only-schemas', `${bookings}/violation-l.contract.ts`, `export * from './booking.ts';`],
  ['kernel-has-no-dependencies', 'libs/kernel/src/violation-m.ts', `export { z } from 'zod';`],
  [
    'platform-does-not-import-modules',
    'libs/platform/src/jobs/violation-n.ts',
    `export { BookingsModule } from '#bookings';`,
  ],
  ['vendors-stay-behind-ports', `${bookings}/violation-vendor.queries.ts`, `export { version } from 'typescript';`],
  [
    'vendors-stay-behind-ports',
    `${bookings}/violation-write.commands.ts`,
    `export { EntityManager } from '@mikro-orm/core';`,
  ],
  ['vendors-stay-behind-ports', `${bookings}/violation-sql.queries.ts`, `export { Client } from 'pg';`],
  ['vendors-stay-behind-ports', 'libs/identity/src/violation-bus.store.ts', `export { Queue } from 'bullmq';`],
  ['vendors-stay-behind-ports', 'apps/api/src/violation-orm.ts', `export { EntityManager } from '@mikro-orm/core';`],
  ['vendors-stay-behind-ports', 'apps/cli/src/violation-sql.ts', `export { Client } from 'pg';`],
  ['vendors-stay-behind-ports', 'apps/worker/src/violation-cli.ts', `export { Command } from 'commander';`],
  ['frontend-imports-only-contracts', 'frontend/src/violation-o.ts', `export * from '#bookings';`],
  ['features-do-not-import-features', `${features}/violation-p/api.ts`, `export * from '../violation-q/api.ts';`],
  ['features-do-not-import-features', `${features}/violation-q/api.ts`, `export * from '../../pages/landing.tsx';`],
  ['pages-do-not-import-the-app', 'frontend/src/pages/violation-page.ts', `export * from '../app/routes.tsx';`],
  [
    'ui-and-platform-do-not-import-features',
    'frontend/src/ui/violation-r.ts',
    `export * from '../features/violation-q/api.ts';`,
  ],
  [
    'ui-and-platform-do-not-import-features',
    'frontend/src/ui/violation-ui.ts',
    `export { eventTypes } from '#leads/contract';`,
  ],
  [
    'ui-and-platform-do-not-import-features',
    'frontend/src/platform/violation-app.ts',
    `export * from '../app/routes.tsx';`,
  ],
  ['platform-does-not-import-ui', 'frontend/src/platform/violation-ui.ts', `export * from '../ui/page.tsx';`],
];

const forgets = (type: string, from: string, call: string) => `import { ${type} } from '${from}';
export class Forgets {
  constructor(private readonly port: ${type}) {}
  go(): void {
    this.port.${call};
  }
}`;
const complex = `export const complex = (a: number, b: number): number => {
${'  for (;;) if (a) if (b) return 1;\n'.repeat(4)}};`;

const lint: NegativeTest[] = [
  ['noRestrictedGlobals', `${bookings}/violation-s.ts`, 'export const now = () => new Date();'],
  ['noRestrictedGlobals', `${bookings}/violation-t.projection.ts`, 'export const id = () => crypto.randomUUID();'],
  ['noRestrictedGlobals', 'libs/kernel/src/violation-u.ts', 'export const env = () => process.env;'],
  ['noRestrictedGlobals', `${bookings}/violation-v.upcasts.ts`, `export const load = () => fetch('http://a');`],
  ['noJsRestrictedProperties', 'libs/catalog/src/violation-w.ts', 'export const luck = () => Math.random();'],
  [
    'noJsRestrictedProperties',
    `${bookings}/violation-read.commands.ts`,
    forgets('EventStore', '#platform/event-store', "read('user-1').catch(() => [])"),
  ],
  [
    'noFloatingPromises',
    `${bookings}/violation-x.commands.ts`,
    forgets('EventStore', '#platform/event-store', "read('a')"),
  ],
  ['noFloatingPromises', `${bookings}/violation-y.reactions.ts`, forgets('CommandBus', '@nestjs/cqrs', 'execute({})')],
  ['noExcessiveCognitiveComplexity', `${bookings}/violation-z.queries.ts`, complex],
  ['useFilenamingConvention', `${bookings}/violation-Case.queries.ts`, 'export const x = 1;'],
  ['noDefaultExport', `${bookings}/violation-default.queries.ts`, 'export default 1;'],
  ['noExplicitAny', `${bookings}/violation-any.queries.ts`, 'export const z = (a: any) => a;'],
  ['format', `${bookings}/violation-format.queries.ts`, 'export const   wide = "a"'],
];

const types: NegativeTest[] = [
  [
    'TS18048',
    `${bookings}/violation-null.queries.ts`,
    'export const size = (text: string | undefined) => text.length;',
  ],
  ['TS2322', `${bookings}/violation-index.queries.ts`, 'export const first = (all: string[]): string => all[0];'],
  ['TS2375', `${bookings}/violation-optional.queries.ts`, 'export const a: { b?: string } = { b: undefined };'],
  [
    'TS1484',
    `${bookings}/violation-import.queries.ts`,
    `import { BigIntStats } from 'node:fs';\nexport const a = (b: BigIntStats) => b.size;`,
  ],
  ['TS4114', `${bookings}/violation-override.queries.ts`, 'export class A extends Error {\n  message = "";\n}'],
  ['TS7030', `${bookings}/violation-returns.queries.ts`, 'export const a = (b: boolean) => {\n  if (b) return 1;\n};'],
  ['TS6133', `${bookings}/violation-unused.queries.ts`, 'const a = 1;\nexport const b = 2;'],
  ['TS2307', `${bookings}/violation-door.queries.ts`, `export * from '#catalog/creator';`],
  ['TS2578', 'libs/kernel/src/violation-kept.mistakes.ts', '// @ts-expect-error this compiles\nexport const a = 1;'],
];

const partlyUsed = `${bookings}/violation-partlyUsed.queries.ts`;
const dead: NegativeTest[] = [
  ['files', `${bookings}/violation-forgotten.queries.ts`, 'export const a = 1;'],
  ['exports', partlyUsed, 'export const used = 1;\nexport const unused = 2;\nexport type Unused = string;'],
  ['types', partlyUsed, ''],
  ['', 'scripts/violation-entry.ts', `import { used } from '../${partlyUsed}';\nconsole.log(used);`],
  ['unlisted', 'scripts/violation-unlisted.ts', `import 'semver';`],
];

/** Each finding as `rule file`. */
type FindViolations = () => Promise<readonly string[]>;

const findGraphViolations: FindViolations = async () => {
  const { stdout = '' } = await run('depcruise', [...checkedFolders, '--output-type', 'json']);
  const { summary } = JSON.parse(stdout) as { summary: { violations: GraphViolation[] } };
  return summary.violations
    .filter(({ rule }) => rule.severity === 'error')
    .map(({ rule, from }) => `${rule.name} ${from}`);
};
type GraphViolation = { readonly rule: { readonly name: string; readonly severity: string }; readonly from: string };

const findLintViolations: FindViolations = async () => {
  const { stdout = '' } = await run('biome', ['check', '--reporter=json', '--max-diagnostics=none']);
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: LintViolation[] };
  return diagnostics
    .filter(({ severity }) => severity !== 'information')
    .map(({ category, location }) => `${category.split('/').at(-1)} ${location.path}`);
};
type LintViolation = {
  readonly category: string;
  readonly severity: string;
  readonly location: { readonly path: string };
};

const findTypeErrors: FindViolations = async () => {
  const { stdout = '' } = await checkTypes('--pretty', 'false');
  return [...stdout.matchAll(/^(.+?)\(\d+,\d+\): error (TS\d+)/gm)].map(([, file, code]) => `${code} ${file}`);
};

const findDeadCode: FindViolations = async () => {
  const { stdout = '' } = await run('knip', ['--no-gitignore', '--reporter', 'json']);
  const { issues } = JSON.parse(stdout) as { issues: ({ file: string } & Record<string, unknown>)[] };
  return issues.flatMap(({ file, ...kinds }) =>
    Object.entries(kinds).flatMap(([kind, found]) =>
      Array.isArray(found) && found.length > 0 ? `${kind} ${file}` : [],
    ),
  );
};

const wrongFiles = (): string[] => globSync('{apps,libs,frontend,e2e,bench,scripts}/**/violation-*');

const removeFiles = (): void => {
  for (const path of wrongFiles()) rmSync(path, { recursive: true, force: true });
};

/** What each check reports, by the name of the check. */
const runChecks = async (
  negativeTests: readonly NegativeTest[],
): Promise<Readonly<Record<string, readonly string[]>>> => {
  process.on('exit', removeFiles);
  endWithChildren();
  removeFiles();
  try {
    for (const [, file, code] of negativeTests) {
      mkdirSync(dirname(file), { recursive: true });
      if (code) writeFileSync(file, `${code}\n`);
    }
    // Two checks run at a time, so that both take about as long.
    const [one, other] = await Promise.all([
      findLintViolations().then(async (lint) => ({ lint, 'module graph': await findGraphViolations() })),
      findDeadCode().then(async (dead) => ({ 'dead code': dead, types: await findTypeErrors() })),
    ]);
    return { ...one, ...other };
  } finally {
    removeFiles();
  }
};

const negativeTests = [...graph, ...lint, ...types, ...dead];
const findings = await runChecks(negativeTests);
const found = new Set(Object.values(findings).flat());
const expected = negativeTests.filter(([rule]) => rule);
const unreported = expected.filter(([rule, file]) => !found.has(`${rule} ${file}`));
for (const [rule, file] of unreported) console.error(`not reported: ${rule} in ${file}`);
const failedChecks = checks.filter(
  ({ name }) => findings[name]?.some((finding) => !finding.includes('/violation-')) ?? true,
);
// Without the wrong files, their output is short.
for (const { name, run: check } of failedChecks) console.error(`${name}:\n${(await check()).output}`);
console.log(`${checks.length - failedChecks.length} of ${checks.length} checks passed`);
console.log(`${expected.length - unreported.length} of ${expected.length} negative tests passed`);
process.exitCode = unreported.length + failedChecks.length === 0 ? 0 : 1;
