import { CommandBus } from '@nestjs/cqrs';
import { Argument, Command } from 'commander';
import { GrantStaffRole, type StaffRole } from '#identity';
import { staffRoles } from '#identity/contract';
import { withProduct } from './session.ts';

export const staff = (): Command =>
  new Command('staff').description('who works here').addCommand(
    new Command('grant')
      .description('give somebody who has signed up a staff role; the log keeps who did it and why')
      .argument('<email>', 'their address')
      .addArgument(new Argument('<role>', 'what they may do').choices([...staffRoles]))
      .option('--reason <text>', 'why', 'granted on the command line')
      .action(grant),
  );

const grant = async (email: string, role: StaffRole, { reason }: { reason: string }): Promise<void> => {
  // The reason stands sealed in the event, not in clear in its envelope: it may tell who it is about.
  await withProduct((product) =>
    product.get(CommandBus, { strict: false }).execute(new GrantStaffRole(email, role, reason)),
  );
  console.log(`${email} has the role ${role}`);
};
