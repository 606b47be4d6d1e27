import { cpSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectFolder } from '#platform/config';

type Change = readonly [from: string, to: string];

/**
 * How the next release differs: every lead that it posts is pinned, which is an event that this release does not know;
 * a reaction that this release does not have answers it with another event; and the read table of leads shows the pin.
 */
const changes: Readonly<Record<string, readonly Change[]>> = {
  'lead.js': [
    [
      `return [{ type: 'LeadPosted', data: { ...facts, clientId: by.id, leadPrice } }];`,
      `return [{ type: 'LeadPosted', data: { ...facts, clientId: by.id, leadPrice } }, { type: 'LeadPinned', data: {} }];`,
    ],
    [`    decide: {`, `    decide: {\n        seePin: () => [{ type: 'LeadPinSeen', data: {} }],`],
    [
      `        LeadPosted: (state`,
      `        LeadPinned: (state) => state,\n        LeadPinSeen: (state) => state,\n        LeadPosted: (state`,
    ],
  ],
  'leads.reactions.js': [
    [
      `import { RefundPayment }`,
      `import { EventStore } from '#platform/event-store';\nimport { lead } from './lead.js';\nimport { RefundPayment }`,
    ],
    [`constructor(commands) {`, `constructor(commands, store) {\n        this.store = store;`],
    [`__metadata("design:paramtypes", [CommandBus])`, `__metadata("design:paramtypes", [CommandBus, EventStore])`],
    [
      `    releasePlace = {`,
      `    seePin = {
        name: 'leads.see-pin',
        to: 'LeadPinned',
        queue: 'default',
        react: ({ stream }) => this.store.handle(lead, stream, 'seePin', {}),
    };
    releasePlace = {`,
    ],
  ],
  'leads.projection.js': [
    [`version: 1,`, `version: 2,`],
    [
      `LeadChanged: (row, changed)`,
      `LeadPinned: (row) => ({ ...row, eventName: 'Pinned' }),\n        LeadChanged: (row, changed)`,
    ],
  ],
  'leads.module.js': [
    [
      `LeadPosted: 'Lead posted',`,
      `LeadPosted: 'Lead posted',\n        LeadPinned: 'Lead pinned',\n        LeadPinSeen: 'Pin of a lead seen',`,
    ],
  ],
};

/**
 * Copies the built product and changes the copy into the next release. Returns its folder. Throws if a change does not
 * apply.
 */
export const buildNextRelease = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'festoon-next-release-'));
  for (const part of ['dist', 'frontend', 'libs', 'migrations', 'package.json'])
    cpSync(join(projectFolder(), part), join(folder, part), { recursive: true });
  symlinkSync(join(projectFolder(), 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(
    join(folder, 'migrations/9999-next-release.sql'),
    'create table followers.next_release (id integer);\n',
  );
  for (const [name, replacements] of Object.entries(changes)) {
    const file = join(folder, 'dist/libs/leads/src', name);
    const changed = replacements.reduce(
      (code, [from, to]) => {
        if (!code.includes(from)) throw new Error(`${name} does not contain ${from}`);
        return code.replace(from, () => to);
      },
      readFileSync(file, 'utf8'),
    );
    writeFileSync(file, changed);
  }
  return folder;
};
