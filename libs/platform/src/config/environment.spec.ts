import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { environment } from './environment.ts';
import { projectFolder } from './project-folder.ts';

test('docs/operations/settings.md lists exactly the settings that exist', () => {
  const page = readFileSync(join(projectFolder(), 'docs/operations/settings.md'), 'utf8');
  const listedSettings = [...page.matchAll(/^\| `([A-Z0-9_]+)` \|/gm)].map(([, name]) => name);
  expect(new Set(listedSettings)).toEqual(new Set(Object.keys(environment.shape)));
});
