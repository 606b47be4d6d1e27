import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createFile, flushFolder, replaceFile } from './durable-files.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'festoon-durable-'));
  file = join(folder, 'key');
});
afterEach(() => rmSync(folder, { recursive: true }));

const mode = () => statSync(file).mode & 0o777;

test('a created file can only be read by its owner, and is not replaced', () => {
  createFile(file, 'first');
  createFile(file, 'second');
  expect([readFileSync(file, 'utf8'), mode(), readdirSync(folder)]).toEqual(['first', 0o600, ['key']]);
});

test('a file is replaced as a whole, with its mode', () => {
  writeFileSync(file, 'a longer text', { mode: 0o644 });
  replaceFile(file, 'new');
  expect([readFileSync(file, 'utf8'), mode(), readdirSync(folder)]).toEqual(['new', 0o600, ['key']]);
  replaceFile(file, 'public', 0o644);
  expect([readFileSync(file, 'utf8'), mode()]).toEqual(['public', 0o644]);
});

test('a folder that does not exist is an error', () => {
  expect(() => createFile(join(folder, 'missing', 'key'), 'text')).toThrow('ENOENT');
  expect(() => flushFolder(join(folder, 'missing'))).toThrow('ENOENT');
});
