import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
// A spec that needs a server imports one of these helpers.
const needsServer =
  /from '(?:#(?!kernel)[a-z]+\/(?:testing|fixtures)|@nestjs\/[^']+|pg|[^']*(?:\.suite|\/testing|\/embedded)\.ts)'/;

/** All specs of a folder. The negative tests, which may run at the same time, write specs called violation-…. */
export const specsIn = (folder: string): readonly string[] =>
  globSync(`${folder}/**/*.spec.{ts,tsx}`, { cwd: root, exclude: ['**/violation-*'] }).sort();

/** Whether a spec needs no server: the unit tests of rules, projections, upcasts and browser code take milliseconds. */
export const isPure = (spec: string): boolean => !needsServer.test(readFileSync(join(root, spec), 'utf8'));

/** All specs that need no server. */
export const pureSpecs = (): readonly string[] => ['apps', 'libs', 'frontend'].flatMap(specsIn).filter(isPure);
