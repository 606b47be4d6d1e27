import { Command } from 'commander';
import { FileSweep, FileVerification, SweepRefused, type SweepReport } from '#platform/uploads';
import { Failure } from './errors.ts';
import { withProduct } from './product.ts';
import { table } from './table.ts';

type Options = { readonly dryRun?: boolean; readonly force?: boolean; readonly json?: boolean };

const examples = `
Examples:
  festoon files sweep --dry-run
  festoon files sweep --json
  festoon files verify

A file that no data refers to, such as the copy of a picture that a killed process left, is removed once it is a day
old. Uploads that did not finish within a day are removed, too. A worker does both once a day.`;

export const filesCommand = (): Command =>
  new Command('files')
    .description('stored files')
    .addHelpText('after', examples)
    .addCommand(
      new Command('sweep')
        .description('remove files that nothing refers to, and expired uploads')
        .option('--dry-run', 'only show what would be removed')
        .option('--force', 'remove the files even if they are more than a fifth of all')
        .option('--json', 'JSON for programs')
        .addHelpText('after', examples)
        .action(sweep),
    )
    .addCommand(
      new Command('verify')
        .description('compare the originals of galleries with the checksums of their uploads')
        .option('--json', 'JSON for programs')
        .addHelpText('after', examples)
        .action(verify),
    );

const verify = async ({ json }: Pick<Options, 'json'>): Promise<void> => {
  const report = await withProduct((product) => product.get(FileVerification, { strict: false }).verify());
  const { checked, missing, changed } = report;
  if (json) console.log(JSON.stringify(report, null, 2));
  else {
    for (const path of missing) console.log(`${path} is missing`);
    for (const path of changed) console.log(`${path} has other bytes than the file that was uploaded`);
    console.log(`${checked} files checked, ${missing.length} missing, ${changed.length} changed`);
  }
  if (missing.length + changed.length > 0) throw new Failure('Some files are not as they were uploaded');
};

const sweep = async ({ dryRun = false, force = false, json }: Options): Promise<void> => {
  const report = await withProduct((product) =>
    product
      .get(FileSweep, { strict: false })
      .sweep({ dryRun, force })
      .catch((error: unknown) => {
        throw error instanceof SweepRefused ? new Failure(error.message) : error;
      }),
  );
  if (json) console.log(JSON.stringify(report, null, 2));
  else print(report);
};

const print = ({ dryRun, checked, orphans, unknown, expiredUploads, incomplete }: SweepReport): void => {
  const removed = dryRun ? 'would be removed' : 'removed';
  if (orphans.length > 0)
    console.log(table([['SIZE', 'PATH'], ...orphans.map(({ path, size }) => [String(size), path])]));
  for (const path of unknown) console.error(`${path} belongs to no module and is kept`);
  console.log(`${checked} files checked, ${orphans.length} ${removed}`);
  if (expiredUploads > 0) console.log(`${expiredUploads} expired uploads ${removed}`);
  if (incomplete > 0) console.log(`${incomplete} incomplete files removed`);
};
