import { CommandBus } from '@nestjs/cqrs';
import { Command } from 'commander';
import { IdentityQueries, type KeyFacts, RotateSigningKeys } from '#identity';
import { withProduct } from './product.ts';
import { table } from './table.ts';

type Output = { readonly json?: boolean };

const examples = `
Examples:
  festoon keys list            which keys sign and verify, and when
  festoon keys rotate          sign with a new key; users stay signed in

A new key is published at once and signs ten minutes later, when every client’s cached list contains it. The
previous key verifies until the last token that it signed has expired.`;

export const keysCommand = (): Command =>
  new Command('keys')
    .description('the keys that sign access tokens')
    .addHelpText('after', examples)
    .addCommand(
      new Command('list')
        .description('list all keys that verify tokens')
        .option('--json', 'one JSON array')
        .addHelpText('after', examples)
        .action(list),
    )
    .addCommand(
      new Command('rotate')
        .description('create a new key, which signs ten minutes later')
        .option('--json', 'one JSON object')
        .addHelpText('after', examples)
        .action(rotate),
    );

const list = async ({ json }: Output): Promise<void> => {
  const found = await withProduct((product) => product.get(IdentityQueries, { strict: false }).signingKeys());
  if (json) return console.log(JSON.stringify(found.map(toJson), null, 2));
  const now = new Date();
  const signing = found.find(({ signsFrom }) => signsFrom <= now);
  const rows = found.map((key) => [key.kid, state(key, key === signing, now), fromText(key), untilText(key)]);
  console.log(table([['KEY', 'STATE', 'SIGNS FROM', 'VERIFIES UNTIL'], ...rows]));
};

const rotate = async ({ json }: Output): Promise<void> => {
  const newKey = await withProduct((product) =>
    product.get(CommandBus, { strict: false }).execute(new RotateSigningKeys()),
  );
  if (json) return console.log(JSON.stringify(toJson(newKey)));
  console.log(`${newKey.kid} is published and will sign from ${newKey.signsFrom.toISOString()}`);
};

const state = ({ signsFrom }: KeyFacts, signs: boolean, now: Date): string => {
  if (signsFrom > now) return 'published';
  return signs ? 'signs' : 'verifies';
};

/** The first key has signed since the epoch, so it has no date to show. */
const fromText = ({ signsFrom }: KeyFacts): string => (signsFrom.getTime() === 0 ? '-' : signsFrom.toISOString());
const untilText = ({ verifiesUntil }: KeyFacts): string => verifiesUntil?.toISOString() ?? '-';

const toJson = (key: KeyFacts) => ({
  kid: key.kid,
  signsFrom: key.signsFrom.toISOString(),
  verifiesUntil: key.verifiesUntil?.toISOString() ?? null,
});
