// npm test: every check and every test. The last line is `N passed, N failed, N skipped` over all of them.
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { build } from './build.ts';
import { endWithChildren, interrupted, type Outcome, runOne, stop, stopped } from './runner.ts';
import { checksAndNegativeTests, runJest } from './steps.ts';
import { type SpecPart, writeGroups } from './test-groups.ts';

type Counts = { passed: number; failed: number; skipped: string[] };
type JestTest = { readonly status: string; readonly fullName: string; readonly failureMessages: readonly string[] };
type JestReport = {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numRuntimeErrorTestSuites: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly status: string;
    readonly assertionResults: readonly JestTest[];
  }[];
};

const counts: Counts = { passed: 0, failed: 0, skipped: [] };
/** The messages of failed tests and of files that could not be loaded, which are printed again at the end of the output. */
const failures: string[] = [];
const linesOfFailure = 25;
const count = (outcomes: readonly Outcome[]): void => {
  counts.passed += outcomes.filter(({ passed }) => passed).length;
  counts.failed += outcomes.filter(({ passed }) => !passed).length;
};

/** Each check and each negative test counts as a test. */
const countChecksAndNegativeTests = async (): Promise<void> => {
  let output = '';
  const run = async () => {
    const result = await checksAndNegativeTests.run();
    output = result.output;
    return result;
  };
  const { passed } = await runOne({ ...checksAndNegativeTests, run });
  const reported = [...output.matchAll(/^(\d+) of (\d+) (?:checks|negative tests) passed$/gm)];
  for (const [, some, all] of reported) {
    counts.passed += Number(some);
    counts.failed += Number(all) - Number(some);
  }
  if (!passed && reported.length < 2) counts.failed += 1;
};

type Stage = { readonly name: string; readonly start: number; readonly end: number };

const stages: Stage[] = [];
const startedAt = performance.now();
const secondsSinceStart = (): number => (performance.now() - startedAt) / 1000;

/** Runs the work and records its duration. If it throws, the run has failed, and the other stages are stopped. */
const stage = async (name: string, work: () => Promise<void>): Promise<void> => {
  const start = secondsSinceStart();
  try {
    await work();
  } catch (error) {
    counts.failed += 1;
    if (!stopped()) console.error(`${name}: the run is stopped because of this error:`, error);
    stop();
  } finally {
    stages.push({ name, start, end: secondsSinceStart() });
  }
};

const printTimeline = (): void => {
  const seconds = (value: number) => value.toFixed(0).padStart(5);
  for (const { name, start, end } of stages.toSorted((one, other) => one.start - other.start))
    console.log(`${name.padEnd(44)} ${seconds(end - start)} s, from ${seconds(start)} to ${seconds(end)}`);
};

/** The first lines of a message of Jest, without colors. */
const beginning = (message: string): string =>
  stripVTControlCharacters(message).split('\n').slice(0, linesOfFailure).join('\n');

let runs = 0;

/** Runs specs in groups. */
const countGroups = async (
  config: string,
  env: Readonly<Record<string, string>>,
  ...parts: readonly SpecPart[]
): Promise<void> => {
  const groups = join(folder, parts.join('-'));
  await stage(`tests: ${parts.join(', ')}`, async () => {
    writeGroups(groups, ...parts);
    await countJest(config, { ...env, FESTOON_TEST_GROUPS: groups });
  });
};

const countJest = async (config: string, env: Readonly<Record<string, string>>): Promise<void> => {
  const file = join(folder, `${++runs}.json`);
  const { code } = await runJest(config, file, env);
  try {
    const report = JSON.parse(readFileSync(file, 'utf8')) as JestReport;
    counts.passed += report.numPassedTests;
    counts.failed += report.numFailedTests + report.numRuntimeErrorTestSuites;
    const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
    counts.skipped.push(
      ...tests.filter(({ status }) => status !== 'passed' && status !== 'failed').map((test) => test.fullName),
    );
    // Files that could not be loaded have no tests.
    failures.push(
      ...report.testResults.flatMap(({ name, message, status, assertionResults }) =>
        status === 'failed' && assertionResults.length === 0 ? [`${name}\n${beginning(message)}`] : [],
      ),
      ...tests.flatMap(({ status, fullName, failureMessages }) =>
        status === 'failed' ? [`${fullName}\n${beginning(failureMessages.join('\n'))}`] : [],
      ),
    );
    if (code !== 0 && report.numFailedTests + report.numRuntimeErrorTestSuites === 0) counts.failed += 1;
  } catch {
    console.log(`${config} ended without its counts (code ${code})`);
    counts.failed += 1;
  }
};

/** Everything but the build, which must exist. */
const runTests = async (): Promise<void> => {
  // Loaded only now: outside Jest, the platform's entry points resolve to the build.
  const { testPostgres } = await import('./test-postgres.ts');
  const postgres = await testPostgres();
  try {
    const env = { FESTOON_TEST_POSTGRES: postgres.url };
    // The chaos tests mostly wait for processes to start, so other tests run at the same time. Those of the apps take
    // longest, so they come first; those of the platform often wait, so they run beside them.
    const runChaosAndPureTests = async () => {
      await stage('chaos tests', () => countJest('jest.chaos.mjs', env));
      if (!stopped()) await countGroups('jest.groups.mjs', env, 'pure');
    };
    // Chromium unpacks itself there: a copy that another user left in a shared folder must not be run.
    const withFolder = { ...env, TMPDIR: folder };
    const runServerAndBrowserTests = () =>
      countGroups('jest.browser.mjs', withFolder, 'apps', 'platform', 'modules', 'browser');
    await Promise.all([runChaosAndPureTests(), runServerAndBrowserTests()]);
    // They put wrong files into the tree, which the other tests and the build must not see.
    if (!stopped()) await stage('checks and negative tests', countChecksAndNegativeTests);
  } finally {
    await postgres.stop();
  }
};

const folder = mkdtempSync(join(tmpdir(), 'festoon-run-'));
// The user that runs Postgres, which refuses to run as root, reaches its own folders inside.
chmodSync(folder, 0o711);
endWithChildren();
try {
  await stage('build', async () => count([await runOne({ name: 'build', run: build })]));
  if (counts.failed === 0) await stage('all tests', runTests);
  else console.log('The build failed, so nothing was tested.');
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
if (interrupted()) process.exit(130);
for (const failure of failures) console.log(`failed: ${failure}`);
for (const name of counts.skipped) console.log(`skipped: ${name}`);
printTimeline();
process.exitCode = counts.failed === 0 ? 0 : 1;
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped.length} skipped`);
