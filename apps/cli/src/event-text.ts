import type { ShownEvent } from '#platform/audit';
import { printable, table } from './table.ts';

/** An event in two lines: what happened where and who did it, and below it what it says. */
export const linesOf = (event: ShownEvent): string => {
  const { position, at, type, stream, version, by, source, reason, data } = event;
  const who = `${by.kind} ${by.id} (${by.role}), ${source}${reason === undefined ? '' : `: ${reason}`}`;
  return printable(`${position}  ${at}  ${type}  ${stream} v${version}  ${who}\n    ${JSON.stringify(data)}`);
};

/** An event whole: its envelope, one fact a line, and what it says. */
export const sheetOf = ({ data, hidden, by, ...envelope }: ShownEvent): string => {
  const { type, stream, version, position, shape, ...rest } = envelope;
  const rows = Object.entries({
    type,
    stream,
    version,
    position,
    shape,
    by: `${by.kind} ${by.id} (${by.role})`,
    ...rest,
  });
  const note = hidden.length > 0 ? `\nPersonal, and hidden: ${hidden.join(', ')}. --reveal --reason "…" shows it.` : '';
  return printable(
    `${table(rows.map(([name, value]) => [name, String(value)]))}\n${JSON.stringify(data, null, 2)}${note}`,
  );
};

/** For programs: a position may be larger than a JSON number, so it is a string. */
export const jsonOf = ({ position, ...event }: ShownEvent): string =>
  JSON.stringify({ position: String(position), ...event });
