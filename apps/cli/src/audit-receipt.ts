import { readFileSync } from 'node:fs';
import { checkSignature, type Receipt, type ReceiptFinding, Receipts, readReceipt } from '#platform/audit';
import { readConfig } from '#platform/config';
import { withProduct } from './product.ts';
import { brief, escapeControlCharacters, pluralize } from './table.ts';

type ReceiptCheck = { readonly receipt: string; readonly publicKey?: string; readonly offline?: boolean };
type Result = {
  readonly receipt?: Receipt;
  readonly findings: readonly ReceiptFinding[];
  /** How many events of the subject were recorded since; undefined if the log was not read. */
  readonly later?: number;
};

/** Checks a receipt and prints the result. The exit code is 1 if anything is wrong. */
export const verifyReceipt = async (check: ReceiptCheck, json: boolean | undefined): Promise<void> => {
  const result = await resultOf(check);
  if (json) console.log(JSON.stringify(toJson(result)));
  else for (const line of linesOf(result)) console.log(line);
  if (result.findings.length > 0) process.exitCode = 1;
};

const resultOf = async ({ receipt: file, publicKey, offline }: ReceiptCheck): Promise<Result> => {
  const receipt = readReceipt(readFileSync(file, 'utf8'));
  if (!receipt)
    return { findings: [{ position: null, kind: 'format', message: 'the file is not a complete receipt' }] };
  const signed = checkSignature(receipt, { dataFolder: readConfig(process.env).dataFolder, publicKey });
  if (offline) return { receipt, findings: signed };
  const { findings, later } = await withProduct((product) => product.get(Receipts).compare(receipt));
  return { receipt, findings: [...signed, ...findings], later };
};

const toJson = ({ receipt, findings, later }: Result): object => ({
  ok: findings.length === 0,
  subject: receipt?.subject ?? null,
  holder: receipt?.holder ?? null,
  at: receipt?.at ?? null,
  events: receipt?.events.length ?? null,
  later: later ?? null,
  findings,
});

const linesOf = ({ receipt, findings, later }: Result): readonly string[] => {
  const problems = findings.map(
    ({ position, kind, message }) =>
      `${position === null ? 'the receipt' : `position ${position}`}  ${kind}: ${shown(message)}`,
  );
  const notProven = `The receipt is not proven: ${pluralize(findings.length, 'finding')}`;
  // Without a valid signature anyone can have written its content, for example a verdict of its own.
  if (!receipt || findings.some(({ kind }) => kind === 'signature' || kind === 'key')) return [...problems, notProven];
  const scope = `${pluralize(receipt.events.length, 'event')} of ${shown(receipt.subject)}, for its ${shown(receipt.holder.part)}, signed at ${receipt.at}`;
  // The files that people read can say something else than what a program reads from them, so this is what was checked.
  const events = receipt.events.map(eventLine);
  if (problems.length > 0) return [...events, ...problems, `${notProven} (${scope})`];
  return [
    ...events,
    later === undefined
      ? `The signature is genuine, and the log was not read (${scope})`
      : `The receipt is genuine, and the log has its events unchanged (${scope}; ${pluralize(later, 'later event')})`,
  ];
};

const eventLine = ({ position, recordedAt, title, by, onBehalfOf, note }: Receipt['events'][number]): string =>
  `position ${position}  ${recordedAt}  ${shown(title)}, by ${shown(by)}${onBehalfOf === null ? '' : ` for ${shown(onBehalfOf)}`}${note === null ? '' : `: ${escapeControlCharacters(JSON.stringify(note))}`}`;

/** Text of a file from elsewhere. */
const shown = (text: string): string => brief(escapeControlCharacters(text), 200);
