import { CommandBus } from '@nestjs/cqrs';
import { Argument, Command } from 'commander';
import { GrantStaffRole, IdentityQueries, RevokeStaffRole, type StaffRole } from '#identity';
import { staffRoles } from '#identity/contract';
import { Projector } from '#platform/projections';
import { withProduct } from './product.ts';
import { escapeControlCharacters, table } from './table.ts';

type Output = { readonly json?: boolean };
type Reason = Output & { readonly reason: string };

const examples = `
Examples:
  festoon staff list
  festoon staff grant ada@example.com admin --reason "first administrator"
  festoon staff revoke ada@example.com admin --reason "moved on" --json

Changes apply from the next request on. The log records who granted and revoked roles, and why.`;

export const staffCommand = (): Command =>
  new Command('staff')
    .description('manage staff roles')
    .addHelpText('after', examples)
    .addCommand(
      withRole('grant')
        .description('give a registered user a staff role')
        .option('--reason <text>', 'why', 'granted on the command line')
        .action(grant),
    )
    .addCommand(
      withRole('revoke')
        .description('take a staff role away from a user')
        .option('--reason <text>', 'why', 'revoked on the command line')
        .action(revoke),
    )
    .addCommand(
      new Command('list')
        .description('list everyone who has a staff role')
        .option('--json', 'one JSON array')
        .addHelpText('after', examples)
        .action(list),
    );

const withRole = (name: string): Command =>
  new Command(name)
    .argument('<email>', 'the email address of the user')
    .addArgument(new Argument('<role>', 'the staff role').choices([...staffRoles]))
    .option('--json', 'one JSON object')
    .addHelpText('after', examples);

// The reason is sealed in the event's data instead of unencrypted in its envelope, because it may identify the person.
const grant = async (email: string, role: StaffRole, { reason, json }: Reason): Promise<void> => {
  await send(new GrantStaffRole(email, role, reason));
  console.log(json ? JSON.stringify({ email, role, held: true }) : `${email} has the role ${role}`);
};

const revoke = async (email: string, role: StaffRole, { reason, json }: Reason): Promise<void> => {
  await send(new RevokeStaffRole(email, role, reason));
  console.log(json ? JSON.stringify({ email, role, held: false }) : `${email} no longer has the role ${role}`);
};

const send = (command: GrantStaffRole | RevokeStaffRole): Promise<void> =>
  withProduct((product) => product.get(CommandBus, { strict: false }).execute(command));

const list = async ({ json }: Output): Promise<void> => {
  const { members, behind } = await withProduct(async (product) => {
    const usersProjection = (await product.get(Projector).status()).find(({ name }) => name.startsWith('users_'));
    return {
      members: await product.get(IdentityQueries, { strict: false }).staff(),
      behind: usersProjection?.behind ?? 0n,
    };
  });
  if (behind > 0n)
    console.error('The list may be out of date: the newest events have not been projected yet. Start a worker');
  if (json) return console.log(JSON.stringify(members, null, 2));
  const rows = members.map(({ displayName, email, staffRoles: heldRoles }) => [
    escapeControlCharacters(displayName ?? '-'),
    escapeControlCharacters(email ?? '-'),
    heldRoles.join(', '),
  ]);
  console.log(table([['NAME', 'EMAIL', 'ROLES'], ...rows]));
};
