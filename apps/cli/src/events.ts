import type { INestApplicationContext } from '@nestjs/common';
import { Command } from 'commander';
import { type EventFilter, LogReader, type ShownEvent } from '#platform/audit';
import { NoSuchPosition } from '#platform/event-store';
import { Modules } from '#platform/module';
import { lines, position, positionOrId } from './arguments.ts';
import { NotFound } from './errors.ts';
import { exportEvents } from './events-export.ts';
import { withProduct } from './product.ts';
import { requireImpersonalReason } from './reason.ts';
import { escapeControlCharacters, table } from './table.ts';

type StoredEvent = Parameters<LogReader['hide']>[0];
/** `title` is missing for an event that no module of this release writes. */
type TitledEvent = ShownEvent & { readonly title?: string };
type Output = { readonly json?: boolean; readonly reveal?: boolean; readonly reason?: string };
type Selection = {
  readonly from?: bigint;
  readonly type?: readonly string[];
  readonly stream?: string;
};
type Tail = Output & Selection & { readonly follow?: boolean; readonly lines: number };
type Export = Selection & Pick<Output, 'json'>;

const examples = `
Examples:
  festoon events tail
  festoon events tail --follow --type LeadPosted BookingRequested
  festoon events tail --from 1 --json | jq .type
  festoon events show 4711
  festoon events stream booking-6f2c1a52-0d5e-4f0b-8f5e-0d5c1f6a7b10
  festoon events show 4711 --reveal --reason "complaint 2031"
  festoon events export events.jsonl

Personal data is hidden. --reveal shows it, and the event log records who revealed whose data, and why. In an export,
personal data is encrypted as in the log: without the keys in the database it cannot be read.`;

export const eventsCommand = (): Command =>
  new Command('events')
    .description('read the event log')
    .addHelpText('after', examples)
    .addCommand(
      withOutput(
        new Command('tail').description('show the newest events; with --follow also new ones as they are written'),
      )
        .option('-n, --lines <count>', 'how many of the newest events', lines, 20)
        .option('--from <position>', 'all events from this position on, instead of the newest', position)
        .option('--type <names...>', 'only events of these types')
        .option('--stream <name>', 'only events of this stream')
        .option('-f, --follow', 'continue as events are written, until Ctrl-C')
        .action(tail),
    )
    .addCommand(
      withOutput(new Command('show').description('show one event with its whole envelope'))
        .argument('<position|id>', 'its position in the log, or its id', positionOrId)
        .action(show),
    )
    .addCommand(
      withOutput(new Command('stream').description('show all events of one stream'))
        .argument('<name>', 'the name of the stream, such as booking-{uuid}')
        .action(stream),
    )
    .addCommand(
      new Command('export')
        .description('write the events to a new file, one JSON object per line, with their hashes')
        .argument('<file>', 'the file, which must not exist yet')
        .option('--from <position>', 'only events from this position on', position)
        .option('--type <names...>', 'only events of these types')
        .option('--stream <name>', 'only events of this stream')
        .option('--json', 'the result as one JSON object')
        .addHelpText('after', examples)
        .action((file: string, { from, json, ...options }: Export) =>
          withKnownPosition(
            from,
            exportEvents(file, { ...filterOf(options), ...(from !== undefined && { from }), ...(json && { json }) }),
          ),
        ),
    );

const withOutput = (command: Command): Command =>
  command
    .option('--reveal', 'show personal data; requires --reason')
    .option('--reason <text>', 'why, without names: it is stored in the log permanently')
    .option('--json', 'one JSON object per line')
    .addHelpText('after', examples);

const show = (which: bigint | string, output: Output, command: Command): Promise<void> =>
  withReader(output, command, async (reader, print) => {
    const found = await reader.find(which);
    if (!found) throw new NotFound(`There is no event ${which}`);
    await print([found], detailsOf);
  });

const stream = (name: string, output: Output, command: Command): Promise<void> =>
  withReader(output, command, async (reader, print) => {
    const found = await reader.stream(name);
    if (found.length === 0) throw new NotFound(`There is no stream ${name}`);
    await print(found);
  });

const tail = (options: Tail, command: Command): Promise<void> => {
  const { follow, from } = options;
  const printed = withReader(options, command, async (reader, print) => {
    const filter = filterOf(options);
    const startPosition = from === undefined ? await printNewest(reader, print, options.lines, filter) : from - 1n;
    if (!follow && from === undefined) return;
    await runUntilInterrupted(async (signal) => {
      const pages = follow ? reader.follow(startPosition, filter, signal) : reader.pages(startPosition, filter);
      for await (const page of pages) {
        if (signal.aborted) return;
        await print(page);
      }
    });
  });
  return withKnownPosition(from, printed);
};

/** Says so if there is no event at the position from which events are read. */
const withKnownPosition = (from: bigint | undefined, work: Promise<void>): Promise<void> =>
  work.catch((error: unknown) => {
    throw error instanceof NoSuchPosition ? new NotFound(`There is no event at position ${from}`) : error;
  });

const filterOf = ({ type, stream }: Selection): EventFilter => ({
  ...(type && { types: new Set(type) }),
  ...(stream !== undefined && { stream }),
});

/** Prints the newest events and returns the position after which to continue. */
const printNewest = async (reader: LogReader, print: Print, many: number, filter: EventFilter): Promise<bigint> => {
  const { events: found, head } = await reader.newest(many, filter);
  await print(found);
  return head;
};

type Print = (events: readonly StoredEvent[], write?: (event: TitledEvent) => string) => Promise<void>;

const withReader = async (
  { json, reveal, reason }: Output,
  command: Command,
  work: (reader: LogReader, print: Print) => Promise<void>,
): Promise<void> => {
  if (reveal && !reason?.trim()) command.error('error: --reveal requires --reason: the log records why');
  if (reason && !reveal) command.error('error: --reason is only used with --reveal');
  if (reason) requireImpersonalReason(reason);
  await withProduct(async (product: INestApplicationContext) => {
    const reader = product.get(LogReader);
    const modules = product.get(Modules);
    await work(reader, async (found, write = linesOf) => {
      const shownEvents = reveal ? await reader.reveal(found) : found.map((event) => reader.hide(event));
      for (const event of shownEvents) {
        const title = modules.auditTitle(event.type);
        const titledEvent = { ...event, ...(title !== undefined && { title }) };
        console.log(json ? jsonOf(titledEvent) : write(titledEvent));
      }
    });
  }, reason);
};

const interruptSignals = ['SIGINT', 'SIGTERM'] as const;

/** Ends the work on Ctrl-C, and when the program that reads the output closes the pipe. */
const runUntilInterrupted = async (work: (signal: AbortSignal) => Promise<void>): Promise<void> => {
  const abort = new AbortController();
  const end = () => abort.abort();
  for (const signal of interruptSignals) process.on(signal, end);
  process.stdout.on('error', end);
  try {
    await work(abort.signal);
  } finally {
    for (const signal of interruptSignals) process.off(signal, end);
    process.stdout.off('error', end);
  }
};

/** An event in two lines: its envelope, and below it its data. */
const linesOf = (event: TitledEvent): string => {
  const { position, at, type, title, stream, version, by, source, reason, data } = event;
  const actorText = `${by.kind} ${by.id} (${by.role}), ${source}${reason === undefined ? '' : `: ${reason}`}`;
  const typeText = title === undefined ? type : `${type} (${title})`;
  return escapeControlCharacters(
    `${position}  ${at}  ${typeText}  ${stream} v${version}  ${actorText}\n    ${JSON.stringify(data)}`,
  );
};

/** A complete event: its envelope with one field per line, and its data. */
const detailsOf = ({ data, hidden, by, ...envelope }: TitledEvent): string => {
  const { type, title, stream, version, position, shape, ...rest } = envelope;
  const rows = Object.entries({
    type,
    ...(title !== undefined && { title }),
    stream,
    version,
    position,
    shape,
    by: `${by.kind} ${by.id} (${by.role})`,
    ...rest,
  });
  const note =
    hidden.length > 0 ? `\nHidden personal data: ${hidden.join(', ')}. Use --reveal --reason "…" to show it.` : '';
  return escapeControlCharacters(
    `${table(rows.map(([name, value]) => [name, String(value)]))}\n${JSON.stringify(data, null, 2)}${note}`,
  );
};

/** JSON for programs. The position is a string, because it can exceed the range of a JSON number. */
const jsonOf = ({ position, ...event }: TitledEvent): string =>
  JSON.stringify({ position: String(position), ...event });
