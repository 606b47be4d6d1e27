import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '#platform/config';
import { eventTypesOf, type ModuleDefinition, reactionsOf } from '#platform/module';

/** Every event has a row in this read table, so the tables of events leave it out. */
const auditTable = 'audit';

type AnyReaction = ReturnType<typeof reactionsOf>[number];

const code = (text: string): string => `\`${text}\``;
const row = (cells: readonly string[]): string =>
  `| ${cells.join(' | ')} |`.replace(/\| {2}\|/g, '| |').replace(/\| {2}\|/g, '| |');

/**
 * The reactions of a module. Their class can be created without its services: they are only used when a reaction runs.
 */
const reactionsIn = ({ reactions }: ModuleDefinition): readonly AnyReaction[] =>
  reactions.flatMap((type) => reactionsOf(new (type as new () => object)()));

const delayOf = ({ delay, runAt }: AnyReaction): string => {
  if (runAt) return ' on a certain day';
  return delay ? ` after ${delay / 1_000} s` : '';
};

/** One table for each aggregate: its events, and the read tables and reactions that use each event. */
export const eventTables = (modules: readonly ModuleDefinition[]): string => {
  const reactions = modules.flatMap(reactionsIn);
  const projections = modules.flatMap((module) => module.projections.map(([projection]) => projection));
  const lines = modules.flatMap(({ name, aggregates, auditTitles, subscribers }) =>
    aggregates.flatMap((aggregate) => {
      const personal = (aggregate.personalData ?? {}) as Record<string, { fields: readonly string[] } | undefined>;
      const topic = subscribers.find((subscription) => subscription.aggregate === aggregate)?.topic;
      return [
        `## ${name}: ${code(`${aggregate.stream}-<id>`)}`,
        '',
        topic ? `Screens of its audience refetch the topic ${code(topic)}.` : 'No screen is notified.',
        '',
        row(['event', 'what happened', 'personal fields', 'read tables', 'reactions']),
        '|---|---|---|---|---|',
        ...eventTypesOf({ aggregates: [aggregate] }).map((type) =>
          row([
            code(type),
            auditTitles[type] ?? '',
            (personal[type]?.fields ?? []).map(code).join(', '),
            projections
              .filter(({ table, insert, update = {} }) => table !== auditTable && (type in insert || type in update))
              .map(({ table }) => code(table))
              .join(', '),
            reactions
              .filter(({ to }) => to === type)
              .map((reaction) => `${code(reaction.name)}${delayOf(reaction)}`)
              .join(', '),
          ]),
        ),
        '',
      ];
    }),
  );
  return lines.join('\n');
};

/** The imports between modules, as a Mermaid graph. */
export const moduleArrows = (modules: readonly ModuleDefinition[]): string => {
  const arrows = modules.flatMap(({ name, imports }) => imports.map((each) => `  ${name} --> ${each.name}`));
  return ['```mermaid', 'graph LR', ...arrows.sort(), '```', ''].join('\n');
};

/**
 * Returns the current document, and the document with the generated text between its markers. With `UPDATE_DOCUMENTS=1`
 * it also writes the file.
 */
export const regenerate = (file: string, marker: string, text: string) => {
  const path = join(projectFolder(), file);
  const currentText = readFileSync(path, 'utf8');
  const [start, end] = [`<!-- ${marker} -->\n`, `<!-- /${marker} -->`];
  const [head, rest = ''] = currentText.split(start);
  const newText = `${head}${start}${text}${end}${rest.split(end)[1] ?? ''}`;
  if (process.env.UPDATE_DOCUMENTS === '1' && newText !== currentText) writeFileSync(path, newText);
  return { before: process.env.UPDATE_DOCUMENTS === '1' ? newText : currentText, after: newText };
};
