import { statSync } from 'node:fs';
import { Command, Option } from 'commander';
import { AuditCheckpoints, type AuditReport, type Checkpoint, CheckpointRefused, LogAudit } from '#platform/audit';
import type { Finding } from '#platform/event-store';
import { position } from './arguments.ts';
import { verifyReceipt } from './audit-receipt.ts';
import { Failure, NotFound } from './errors.ts';
import { withProduct } from './product.ts';
import { pluralize } from './table.ts';

type Output = { readonly json?: boolean };
type Scope = Output & { readonly from?: bigint; readonly checkpoints?: string; readonly publicKey?: string };
type ReceiptOptions = { readonly receipt?: string; readonly offline?: boolean };

/** The maximum number of findings that are listed. In a log that was rewritten, every event can be a finding. */
const findingsShown = 1_000;

const verifyExamples = `
Examples:
  festoon audit verify
  festoon audit verify --from 250001 --json
  festoon audit verify --checkpoints /mnt/vault/checkpoints.jsonl --public-key /mnt/vault/public-key.pem
  festoon audit verify --receipt booking-receipt.json

Checks the position, version, content, time and hash chain of every event, and the log as a whole against the signed
checkpoints. With --receipt it checks the receipt of a client or professional instead: its signature, and whether the
log has each of its events unchanged. The exit code is 1 if anything is wrong.`;

const groupExamples = `
Examples:
  festoon audit verify
  festoon audit checkpoint

See the --help of each command.`;

const checkpointExamples = `
Examples:
  festoon audit checkpoint
  festoon audit checkpoint --json

Workers do this automatically every 10,000 events, and every hour in which events were written. Checkpoints are
appended to audit/checkpoints.jsonl in the data folder. Keep copies elsewhere: they are the strongest proof.`;

export const auditCommand = (): Command =>
  new Command('audit')
    .description('check that the event log is unchanged')
    .addHelpText('after', groupExamples)
    .addCommand(
      new Command('verify')
        .description('recompute every digest, hash, version and position')
        .option('--from <position>', 'start at this position; earlier events are not checked', position)
        .option('--checkpoints <file>', 'a copy of the checkpoints, instead of those in the data folder')
        .option('--public-key <file>', 'a copy of the public key that verifies their signatures')
        .addOption(
          new Option('--receipt <file>', 'check this receipt instead of the whole log').conflicts([
            'from',
            'checkpoints',
          ]),
        )
        .option('--offline', 'with --receipt: check only the signature, without the log')
        .option('--json', 'one JSON object')
        .addHelpText('after', verifyExamples)
        .action(verify),
    )
    .addCommand(
      new Command('checkpoint')
        .description('sign the current state of the log in a file outside the database')
        .option('--json', 'one JSON object')
        .addHelpText('after', checkpointExamples)
        .action(checkpoint),
    );

const verify = async (
  { receipt, offline, json, ...scope }: Scope & ReceiptOptions,
  command: Command,
): Promise<void> => {
  if (offline && receipt === undefined) command.error('error: --offline is only used with --receipt');
  requireFiles([scope.checkpoints, scope.publicKey, receipt]);
  if (receipt !== undefined) return explained(verifyReceipt({ receipt, ...(offline && { offline }), ...scope }, json));
  const startedAt = performance.now();
  const findings: Finding[] = [];
  let found = 0;
  const onFinding = (finding: Finding) => {
    found += 1;
    if (found > findingsShown) return;
    findings.push(finding);
    if (!json) console.log(lineOf(finding));
  };
  const report = await withExplainedErrors((product) => product.get(LogAudit).verify(onFinding, scope));
  // Without any event there was nothing to verify, so success would mislead.
  if (report.events + found === 0 && scope.from !== undefined)
    throw new NotFound(`The log ends at position ${report.through}: there is no event at ${scope.from}`);
  const seconds = Number(((performance.now() - startedAt) / 1000).toFixed(1));
  if (json)
    console.log(JSON.stringify({ ok: found === 0, ...toJson(report), seconds, found, findings: findings.map(toJson) }));
  else {
    if (found > findingsShown) console.log(`and ${found - findingsShown} more`);
    console.log(summary(report, found, seconds));
  }
  if (found > 0) process.exitCode = 1;
};

const requireFiles = (files: readonly (string | undefined)[]): void => {
  for (const file of files)
    if (file !== undefined && !statSync(file, { throwIfNoEntry: false })?.isFile())
      throw new NotFound(`There is no file ${file}`);
};

const summary = ({ events, through, checkpoints }: AuditReport, findings: number, seconds: number): string => {
  const checkpointText = `${pluralize(checkpoints, 'checkpoint')} ${checkpoints === 1 ? 'agrees' : 'agree'}`;
  const scopeText = `${pluralize(events, 'event')} through position ${through}, ${checkpointText}, ${seconds} s`;
  return findings === 0
    ? `The log is unchanged (${scopeText})`
    : `The log has been changed: ${pluralize(findings, 'finding')} (${scopeText})`;
};

const lineOf = ({ position, stream, kind, message }: Finding): string =>
  `position ${position}  ${stream ?? '-'}  ${kind}: ${message}`;

const checkpoint = async ({ json }: Output): Promise<void> => {
  const newest = await withExplainedErrors((product) => product.get(AuditCheckpoints).write());
  if (json) return console.log(JSON.stringify(newest ? toJson(newest) : null));
  console.log(newest ? checkpointLine(newest) : 'The log is empty: there is nothing to sign');
};

const withExplainedErrors: typeof withProduct = (work) => explained(withProduct(work));

const explained = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw error instanceof CheckpointRefused ? new Failure(error.message) : error;
  });

const checkpointLine = ({ position, at, hash }: Checkpoint): string =>
  `The log through position ${position} is signed, as of ${at}: ${hash}`;

/**
 * Positions become strings, as everywhere in the product's JSON, because they can exceed the range of a JSON number.
 */
const toJson = <T extends object>(value: T): object =>
  Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, typeof each === 'bigint' ? String(each) : each]),
  );
