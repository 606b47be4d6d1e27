import { CommandBus } from '@nestjs/cqrs';
import { Argument, Command } from 'commander';
import { ChangeUserRole, ReinstateUser, RemoveLostFactors, SuspendUser } from '#identity';
import { type Role, roles } from '#identity/contract';
import { withProduct } from './product.ts';
import { pluralize } from './table.ts';

type Output = { readonly json?: boolean };
type Reason = Output & { readonly reason: string };

const examples = `
Examples:
  festoon user suspend eve@example.com --reason "sent the same offer to hundreds of people"
  festoon user reinstate eve@example.com --reason "it was another account"
  festoon user change-role dan@example.com creator --reason "chose the wrong role at sign-up"
  festoon user remove-factors ann@example.com --json

A suspended user is signed out everywhere at once and cannot sign in; their content stays. Remove second factors only
for a user who has lost them, after verifying the user's identity in another way. A client can become a professional as
long as they have no open leads and bookings, and a professional a client as long as they have no profile.`;

export const userCommand = (): Command =>
  new Command('user')
    .description('manage who can sign in')
    .addHelpText('after', examples)
    .addCommand(withReason('suspend').description('end all sessions of a user and prevent new ones').action(suspend))
    .addCommand(withReason('reinstate').description('let a suspended user sign in again').action(reinstate))
    .addCommand(
      withReason('change-role')
        .description('change the role that a user chose at sign-up')
        .addArgument(new Argument('<role>', 'the new role').choices([...roles]))
        .action(changeRole),
    )
    .addCommand(
      new Command('remove-factors')
        .description('remove all second factors of a user who has lost them')
        .argument('<email>', 'the email address of the user')
        .option('--reason <text>', 'why', 'removed on the command line')
        .option('--json', 'one JSON object')
        .addHelpText('after', examples)
        .action(removeFactors),
    );

const withReason = (name: string): Command =>
  new Command(name)
    .argument('<email>', 'the email address of the user')
    .requiredOption('--reason <text>', 'why')
    .option('--json', 'one JSON object')
    .addHelpText('after', examples);

// The person reads the reason in an email. A reason that identifies them is refused, because the envelope has it too.
const suspend = async (email: string, { reason, json }: Reason): Promise<void> => {
  await withProduct((product) => product.get(CommandBus, { strict: false }).execute(new SuspendUser(email, reason)));
  console.log(
    json ? JSON.stringify({ email, suspended: true }) : `${email} is signed out everywhere and cannot sign in`,
  );
};

const reinstate = async (email: string, { reason, json }: Reason): Promise<void> => {
  await withProduct((product) => product.get(CommandBus, { strict: false }).execute(new ReinstateUser(email, reason)));
  console.log(json ? JSON.stringify({ email, suspended: false }) : `${email} can sign in again`);
};

const changeRole = async (email: string, role: Role, { reason, json }: Reason): Promise<void> => {
  await withProduct((product) =>
    product.get(CommandBus, { strict: false }).execute(new ChangeUserRole(email, role, reason)),
  );
  console.log(json ? JSON.stringify({ email, role }) : `${email} has the role ${role}`);
};

const removeFactors = async (email: string, { reason, json }: Reason): Promise<void> => {
  const removedCount = await withProduct((product) =>
    product.get(CommandBus, { strict: false }).execute(new RemoveLostFactors(email, reason)),
  );
  console.log(
    json
      ? JSON.stringify({ email, removed: removedCount })
      : `${pluralize(removedCount, 'second factor')} of ${email} removed`,
  );
};
