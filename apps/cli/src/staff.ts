import { CommandBus } from '@nestjs/cqrs';
import { Argument, Command } from 'commander';
import { GrantStaffRole, IdentityQueries, RevokeStaffRole, type StaffRole } from '#identity';
import { staffRoles } from '#identity/contract';
import { Projector } from '#platform/projections';
import { withProduct } from './product.ts';
import { printable, table } from './table.ts';

type Output = { readonly json?: boolean };
type Reason = Output & { readonly reason: string };

const examples = `
Examples:
  festoon staff list
  festoon staff grant ada@example.com admin --reason "first administrator"
  festoon staff revoke ada@example.com admin --reason "moved on" --json

Roles hold from the next request on. The log keeps who gave and took them, and why.`;

export const staff = (): Command =>
  new Command('staff')
    .description('who works here')
    .addHelpText('after', examples)
    .addCommand(
      withRole('grant')
        .description('give a registered user a staff role; the log records who did it and why')
        .option('--reason <text>', 'why', 'granted on the command line')
        .action(grant),
    )
    .addCommand(
      withRole('revoke')
        .description('take a staff role away, from the next request on')
        .option('--reason <text>', 'why', 'revoked on the command line')
        .action(revoke),
    )
    .addCommand(
      new Command('list')
        .description('everybody who holds a staff role')
        .option('--json', 'one JSON array')
        .addHelpText('after', examples)
        .action(list),
    );

const withRole = (name: string): Command =>
  new Command(name)
    .argument('<email>', 'their address')
    .addArgument(new Argument('<role>', 'what they may do').choices([...staffRoles]))
    .option('--json', 'one JSON object')
    .addHelpText('after', examples);

// The reason is sealed in the event's data instead of unencrypted in its envelope, because it may identify the person.
const grant = async (email: string, role: StaffRole, { reason, json }: Reason): Promise<void> => {
  await send(new GrantStaffRole(email, role, reason));
  console.log(json ? JSON.stringify({ email, role, held: true }) : `${email} has the role ${role}`);
};

const revoke = async (email: string, role: StaffRole, { reason, json }: Reason): Promise<void> => {
  await send(new RevokeStaffRole(email, role, reason));
  console.log(json ? JSON.stringify({ email, role, held: false }) : `${email} has not the role ${role}`);
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
  if (behind > 0n) console.error('The newest events are not folded yet: a server or a worker does that while it runs');
  if (json) return console.log(JSON.stringify(members, null, 2));
  const rows = members.map(({ displayName, email, staffRoles: held }) => [
    printable(displayName ?? '-'),
    printable(email ?? '-'),
    held.join(', '),
  ]);
  console.log(table([['NAME', 'E-MAIL', 'ROLES'], ...rows]));
};
