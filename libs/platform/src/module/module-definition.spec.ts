import { afterEach, describe, expect, test } from '@jest/globals';
import { defineEntity, p } from '@mikro-orm/core';
import { Injectable } from '@nestjs/common';
import { Command, CommandHandler } from '@nestjs/cqrs';
import { Test } from '@nestjs/testing';
import { aggregate, type Nothing } from '#kernel';
import { Modules, PlatformModule } from '#platform/module';
import { testConfig } from '#platform/testing';
import { requireConsistent } from './consistency.ts';
import { defineModule } from './module-definition.ts';
import type { ModuleDefinition, ModuleParts } from './module-parts.ts';

@Injectable()
class NotesQueries {}

type Events = { NoteWritten: Nothing };
const note = aggregate<{ write: Nothing }, Events, boolean, 'note'>({
  stream: 'note',
  initial: false,
  decide: { write: () => [{ type: 'NoteWritten', data: {} }] },
  evolve: { NoteWritten: () => true },
});
const notes = { table: 'notes', version: 3, key: () => '', insert: { NoteWritten: () => ({}) } };
const rows = (name: string) => defineEntity({ name, properties: { id: p.text().primary() } });

class WriteNote extends Command<void> {}
@CommandHandler(WriteNote)
class WriteNoteHandler {
  async execute(): Promise<void> {}
}
@CommandHandler(WriteNote)
class OtherNoteHandler {
  async execute(): Promise<void> {}
}

@Injectable()
class Draft {}

@Injectable()
class NotesReactions {
  readonly mail = { name: 'notes.mail', to: 'NoteWritten', queue: 'default', react: async () => undefined } as const;
}
@Injectable()
class ForeignReactions {
  readonly mail = { name: 'notes.count', to: 'NoteCounted', queue: 'default', react: async () => undefined } as const;
}

const parts: ModuleParts<NotesQueries> = {
  name: 'notes',
  aggregates: [note],
  queries: NotesQueries,
  access: { matrix: '', fields: {} },
  auditTitles: { NoteWritten: 'Note written' },
};
const otherParts = { ...parts, name: 'others', aggregates: [], auditTitles: {} };

let drop: () => Promise<void> = async () => undefined;
afterEach(async () => {
  const previousDrop = drop;
  drop = async () => undefined;
  await previousDrop();
});

const start = async (...definitions: readonly ModuleDefinition[]) => {
  const database = await testConfig();
  drop = database.drop;
  const imports = [PlatformModule.forRoot(database.config), ...definitions.map(({ nest }) => nest)];
  const app = await Test.createTestingModule({ imports }).compile();
  const stop = drop;
  drop = async () => {
    await app.close();
    await stop();
  };
  await app.init();
  return app;
};

test('a module registers its parts, and maps its rows to the table of its projection', async () => {
  const noteRows = rows('NoteRow');
  const definition = defineModule({
    ...parts,
    projections: [[notes, noteRows]],
    commands: [{ WriteNote, WriteNoteHandler }],
    reactions: [NotesReactions],
  });
  const app = await start(definition);
  expect(noteRows.meta).toMatchObject({ schema: 'read', tableName: 'notes_v3' });
  const [running] = app.get(Modules).all;
  expect(running?.definition).toBe(definition);
  expect(running?.queries).toBeInstanceOf(NotesQueries);
  expect(running?.reactions.map(({ name }) => name)).toEqual(['notes.mail']);
});

test('the parts of submodules follow those of their module', () => {
  const draft = { stream: 'draft', initial: null, evolve: {} };
  const { aggregates, reactions, nest } = defineModule({
    ...parts,
    submodules: [
      { commands: [{ WriteNote, WriteNoteHandler }], providers: [Draft] },
      { aggregates: [draft], reactions: [NotesReactions] },
    ],
  });
  expect(aggregates).toEqual([note, draft]);
  expect(reactions).toEqual([NotesReactions]);
  expect(nest.providers).toEqual(expect.arrayContaining([WriteNoteHandler, Draft, NotesQueries, NotesReactions]));
});

const asModules = (modules: readonly Partial<ModuleParts<NotesQueries>>[]) =>
  modules.map((more) => defineModule({ ...parts, ...more }));

// These tests run before others declare the same tables: MikroORM reads the entities of all definitions there are.
describe('a process fails to start', () => {
  test('if two reactions have the same name', async () => {
    const partsWithSameReaction = { ...otherParts, reactions: [class extends NotesReactions {}] };
    await expect(
      start(...asModules([{ ...parts, reactions: [NotesReactions] }, partsWithSameReaction])),
    ).rejects.toThrow(
      /^The reaction 'notes\.mail' is declared twice, in (notes and in others|others and in notes): rename one of them\.$/,
    );
  });

  test('if a reaction handles an event that no module writes', async () => {
    await expect(start(...asModules([{ ...parts, reactions: [ForeignReactions] }]))).rejects.toThrow(
      "The reaction notes.count reacts to 'NoteCounted', which no module writes",
    );
  });
});

describe('a definition is refused with an explanation', () => {
  test('if a command has no handler', () =>
    expect(() => defineModule({ ...parts, commands: [{ WriteNote }] })).toThrow(
      'The command WriteNote of notes has no handler: export a class with @CommandHandler(WriteNote) beside it.',
    ));

  test('if a command has two handlers', () =>
    expect(() => defineModule({ ...parts, commands: [{ WriteNote, WriteNoteHandler, OtherNoteHandler }] })).toThrow(
      'The command WriteNote of notes has the handlers WriteNoteHandler and OtherNoteHandler: remove one.',
    ));

  test('if two submodules handle the same command', () => {
    const submodules = [{ commands: [{ WriteNote, WriteNoteHandler }] }, { commands: [{ OtherNoteHandler }] }];
    expect(() => defineModule({ ...parts, submodules })).toThrow(
      'The command WriteNote of notes has the handlers WriteNoteHandler and OtherNoteHandler: remove one.',
    );
  });

  test('if a handler is listed as a provider', () =>
    expect(() => defineModule({ ...parts, submodules: [{ providers: [WriteNoteHandler] }] })).toThrow(
      'notes lists WriteNoteHandler in its providers: list the file that exports it in commands instead.',
    ));

  test('if the command of a handler is not exported', () =>
    expect(() => defineModule({ ...parts, commands: [{ WriteNoteHandler }] })).toThrow(
      'WriteNoteHandler of notes handles WriteNote: export that command beside it.',
    ));

  test('if two projections use the same entity', () => {
    const sharedRows = rows('SharedRow');
    const projections = [
      [notes, sharedRows],
      [{ ...notes, table: 'drafts' }, sharedRows],
    ] as const;
    expect(() => defineModule({ ...parts, projections })).toThrow(
      'Two projections, notes_v3 and drafts_v3, have the same rows',
    );
  });
});

describe('inconsistent modules are refused with an explanation', () => {
  const inconsistentModules: readonly (readonly [string, readonly Partial<ModuleParts<NotesQueries>>[], string])[] = [
    ['two modules with one name', [parts, { ...otherParts, name: 'notes' }], "The module 'notes' is declared twice"],
    [
      'two aggregates with one stream',
      [parts, { ...otherParts, aggregates: [{ stream: 'note', initial: null, evolve: {} }] }],
      "The stream 'note' is declared twice, in notes and in others: rename one of them.",
    ],
    [
      'two aggregates that write one event',
      [parts, { ...otherParts, aggregates: [{ stream: 'draft', initial: false, evolve: note.evolve }] }],
      "The event 'NoteWritten' is declared twice, in notes and in others: rename one of them.",
    ],
    [
      'two projections into one table',
      [
        { ...parts, projections: [[notes, rows('FirstRow')]] },
        { ...otherParts, projections: [[notes, rows('SecondRow')]] },
      ],
      "The read table 'notes' is declared twice, in notes and in others: rename one of them.",
    ],
    [
      'a projection of an event that no module writes',
      [{ ...otherParts, projections: [[notes, rows('LoneRow')]] }],
      "The projection notes of others folds 'NoteWritten', which no module writes",
    ],
    [
      'an import that is not listed',
      [{ ...otherParts, imports: [defineModule(parts)] }],
      'others imports notes, which is not in the list of modules: add it to apps/modules.ts.',
    ],
    ['an event without a title', [{ ...parts, auditTitles: {} }], 'The event NoteWritten of notes has no title'],
    [
      'a title of no event',
      [{ ...otherParts, auditTitles: { NoteRead: 'Note read' } }],
      "others has a title for 'NoteRead', which it does not write",
    ],
  ];

  test.each(inconsistentModules)('%s', (_, modules, sentence) => {
    expect(() => requireConsistent(asModules(modules))).toThrow(sentence);
  });
});
