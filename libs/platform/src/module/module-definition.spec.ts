import { afterEach, describe, expect, test } from '@jest/globals';
import { defineEntity, p } from '@mikro-orm/core';
import { Injectable } from '@nestjs/common';
import { Command, CommandHandler } from '@nestjs/cqrs';
import { Test } from '@nestjs/testing';
import { aggregate, type Nothing } from '#kernel';
import { Modules, PlatformModule } from '#platform/module';
import { testConfig } from '#platform/testing';
import { defineModule, type ModuleDefinition, type ModuleParts } from './module-definition.ts';

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
const other = { ...parts, name: 'others', aggregates: [], auditTitles: {} };

let drop: () => Promise<void> = async () => undefined;
afterEach(() => drop());

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

describe('a definition is refused with a sentence', () => {
  test('where a command has no handler', () =>
    expect(() => defineModule({ ...parts, commands: [{ WriteNote }] })).toThrow(
      'The command WriteNote of notes has no handler: export a class with @CommandHandler(WriteNote) beside it.',
    ));

  test('where a command has two handlers', () =>
    expect(() => defineModule({ ...parts, commands: [{ WriteNote, WriteNoteHandler, OtherNoteHandler }] })).toThrow(
      'The command WriteNote of notes has the handlers WriteNoteHandler and OtherNoteHandler: remove one.',
    ));

  test('where the command of a handler is not exported', () =>
    expect(() => defineModule({ ...parts, commands: [{ WriteNoteHandler }] })).toThrow(
      'WriteNoteHandler of notes handles WriteNote: export that command beside it.',
    ));

  test('where two projections have the same rows', () => {
    const shared = rows('SharedRow');
    const projections = [
      [notes, shared],
      [{ ...notes, table: 'drafts' }, shared],
    ] as const;
    expect(() => defineModule({ ...parts, projections })).toThrow(
      'Two projections, notes_v3 and drafts_v3, have the same rows',
    );
  });
});

describe('a process does not start', () => {
  const refused: readonly (readonly [string, readonly Partial<ModuleParts<NotesQueries>>[], string])[] = [
    ['where two modules have one name', [parts, { ...other, name: 'notes' }], "The module 'notes' is declared twice"],
    [
      'where two aggregates have one stream',
      [parts, { ...other, aggregates: [{ stream: 'note', evolve: {} }] }],
      "The stream 'note' is declared twice, in notes and in others: rename one of them.",
    ],
    [
      'where two aggregates write one event',
      [parts, { ...other, aggregates: [{ stream: 'draft', evolve: note.evolve }] }],
      "The event 'NoteWritten' is declared twice, in notes and in others: rename one of them.",
    ],
    [
      'where two projections have one table',
      [
        { ...parts, projections: [[notes, rows('FirstRow')]] },
        { ...other, projections: [[notes, rows('SecondRow')]] },
      ],
      "The read table 'notes' is declared twice, in notes and in others: rename one of them.",
    ],
    [
      'where two reactions have one name',
      [
        { ...parts, reactions: [NotesReactions] },
        { ...other, reactions: [class extends NotesReactions {}] },
      ],
      "The reaction 'notes.mail' is declared twice, in notes and in others: rename one of them.",
    ],
    [
      'where a reaction waits for an event that no module writes',
      [{ ...parts, reactions: [ForeignReactions] }],
      "The reaction notes.count reacts to 'NoteCounted', which no module writes",
    ],
    [
      'where a projection folds an event that no module writes',
      [{ ...other, projections: [[notes, rows('LoneRow')]] }],
      "The projection notes of others folds 'NoteWritten', which no module writes",
    ],
    ['where an event has no title', [{ ...parts, auditTitles: {} }], 'The event NoteWritten of notes has no title'],
    [
      'where a title belongs to no event',
      [{ ...other, auditTitles: { NoteRead: 'Note read' } }],
      "others has a title for 'NoteRead', which it does not write",
    ],
  ];

  test.each(refused)('%s', async (_, modules, sentence) => {
    const definitions = modules.map((more) => defineModule({ ...parts, ...more }));
    await expect(start(...definitions)).rejects.toThrow(sentence);
  });
});
