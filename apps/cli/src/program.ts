import { Command } from 'commander';
import { audit } from './audit.ts';
import { deadLetters } from './dead-letters.ts';
import { demo } from './demo.ts';
import { events } from './events.ts';
import { keys } from './keys.ts';
import { person } from './person.ts';
import { projections } from './projections.ts';
import { serving } from './serve.ts';
import { staff } from './staff.ts';
import { user } from './user.ts';
import { workers } from './workers.ts';

const examples = `
Examples:
  festoon serve                          the whole product in one process, on port 3000
  PORT=8080 festoon api                  HTTP only; needs a worker beside it
  festoon projections status --json      for scripts
  festoon projections rebuild bookings   while people use the site
  festoon events tail --follow           what happens, as it happens
  festoon audit verify                   the proof that the log is what was written
  festoon dlq list                       jobs that failed for good
  festoon workers list                   which processes work on which queues
  festoon person erase ann@example.com --reason "case 2031"
  festoon staff grant ada@example.com admin --reason "first administrator"
  festoon user suspend eve@example.com --reason "sends spam"
  festoon keys rotate                    a new key signs; nobody is signed out

Settings come from the environment: PORT, HOST, FESTOON_DATA, DATABASE_URL, EVENT_STORE, EVENTSTORE_URL,
EVENTSTORE_PREFIX, REDIS_URL, PUBLIC_URL, TRUSTED_PROXIES, SMTP_URL, MAIL_FROM, AUTH_AUTOCONFIRM, PASSWORD_MEMORY,
OIDC_PROVIDERS, RATE_LIMITS, FESTOON_DEMO, LOG_LEVEL. Without DATABASE_URL the embedded Postgres in FESTOON_DATA is
used: the running one, or one started for the call. Without SMTP_URL mail stays in the mailbox.

With --json the answer stands alone on standard output; what is said on the way, and what went wrong, on standard error.
Exit codes: 0 done, 1 failed, refused or something was found, 2 called wrongly, or what was named is not there.`;

/** The whole command line. Commander throws instead of ending the process. */
export const program = (): Command => {
  const festoon = new Command('festoon')
    .description('Festoon, where events shine brighter.')
    .showHelpAfterError('(festoon --help tells more)')
    .addHelpText('after', examples);
  const operating = [projections(), events(), audit(), deadLetters(), workers(), person(), user(), staff(), keys()];
  for (const command of [...serving(), ...operating, demo()]) festoon.addCommand(command);
  for (const command of everyCommand(festoon)) command.exitOverride();
  return festoon;
};

/** A command and all its subcommands. */
export const everyCommand = (command: Command): readonly Command[] => [
  command,
  ...command.commands.flatMap(everyCommand),
];
