import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

test('V8 knows the option that keeps objects of requests out of the old generation', () => {
  const source = readFileSync(join(import.meta.dirname, 'garbage-collection.ts'), 'utf8');
  const option = /setFlagsFromString\('(.+)'\)/.exec(source)?.[1] ?? '';
  expect(spawnSync(process.execPath, [option, '--eval', '']).status).toBe(0);
  expect(spawnSync(process.execPath, [`${option}-at-all`, '--eval', '']).status).not.toBe(0);
});
