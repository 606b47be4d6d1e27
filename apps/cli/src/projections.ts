import { Command } from 'commander';
import { type ProjectionStatus, Projector } from '#platform';
import { withProduct } from './session.ts';
import { Failure } from './steps.ts';

type Output = { readonly json?: boolean };

export const projections = (): Command =>
  new Command('projections')
    .description('read models and how far they have come')
    .addCommand(
      new Command('status')
        .description('every projection, its position in the log and how far behind it is')
        .option('--json', 'one JSON array')
        .action(status),
    )
    .addCommand(
      new Command('rebuild')
        .description('fold one projection again from the first event, while its old rows are read')
        .argument('<name>', 'as status shows it; the version may be left out')
        .option('--json', 'one JSON object')
        .action(rebuild),
    );

const status = async ({ json }: Output): Promise<void> => {
  const found = await withProduct((product) => product.get(Projector).status());
  if (json) return console.log(JSON.stringify(found.map(plain), null, 2));
  const rows = found.map(({ name, position, behind, age, failure }) => [
    name,
    String(position),
    String(behind),
    behind > 0n ? `${(age / 1000).toFixed(1)} s` : '-',
    failure ?? 'well',
  ]);
  console.log(table([['PROJECTION', 'POSITION', 'BEHIND', 'OLDEST', 'STATE'], ...rows]));
  if (found.some(({ failure }) => failure)) process.exitCode = 1;
};

const rebuild = async (name: string, { json }: Output): Promise<void> => {
  const begun = performance.now();
  const { full, rows } = await withProduct(async (product) => {
    const projector = product.get(Projector);
    const names = (await projector.status()).map((each) => each.name);
    const full = names.find((each) => each === name || each.replace(/_v\d+$/, '') === name);
    if (!full) throw new Failure(`There is no projection ${name}. There are: ${names.join(', ')}`);
    const [done] = (await projector.rebuild(full)).rebuilt;
    return { full, rows: done?.rows ?? 0 };
  });
  const seconds = (performance.now() - begun) / 1000;
  if (json) return console.log(JSON.stringify({ name: full, rows, seconds }));
  console.log(`${full} was rebuilt: ${rows} rows in ${seconds.toFixed(1)} s`);
};

/** A position may be larger than a JSON number, so it is a string, as everywhere in the product's JSON. */
const plain = ({ position, behind, ...rest }: ProjectionStatus) => ({
  ...rest,
  position: String(position),
  behind: String(behind),
});

const table = (rows: readonly (readonly string[])[]): string => {
  const width = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(width(column)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};
