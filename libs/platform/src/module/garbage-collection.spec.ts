import { spawnSync } from 'node:child_process';
import { expect, test } from '@jest/globals';
import { optionOfV8 } from './garbage-collection.ts';

test('V8 knows the option that keeps objects of requests out of the old generation', () => {
  expect(spawnSync(process.execPath, [optionOfV8, '--eval', '']).status).toBe(0);
  expect(spawnSync(process.execPath, [`${optionOfV8}-at-all`, '--eval', '']).status).not.toBe(0);
});
