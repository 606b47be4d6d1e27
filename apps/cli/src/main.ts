import 'reflect-metadata';
import { Command, CommanderError } from 'commander';
import { Refusal } from '#kernel';
import { WrongSettings } from '#platform';
import { audit } from './audit.ts';
import { deadLetters } from './dead-letters.ts';
import { demo } from './demo.ts';
import { events } from './events.ts';
import { keys } from './keys.ts';
import { person } from './person.ts';
import { projections } from './projections.ts';
import { serving } from './serve.ts';
import { staff } from './staff.ts';
import { Failure } from './steps.ts';
import { user } from './user.ts';

const examples = `
Examples:
  festoon serve                          the whole product in one process, on port 3000
  PORT=8080 festoon api                  HTTP only; needs a worker beside it
  festoon projections status --json      for scripts
  festoon projections rebuild bookings   while people use the site
  festoon events tail --follow           what happens, as it happens
  festoon audit verify                   the proof that the log is what was written
  festoon dlq list                       jobs that failed for good
  festoon person erase ann@example.com --reason "case 2031"
  festoon staff grant ada@example.com admin --reason "first administrator"
  festoon user suspend eve@example.com --reason "sends spam"
  festoon keys rotate                    a new key signs; nobody is signed out

Settings come from the environment: PORT, HOST, FESTOON_DATA, DATABASE_URL, EVENT_STORE, EVENTSTORE_URL,
EVENTSTORE_PREFIX, REDIS_URL, PUBLIC_URL, TRUSTED_PROXIES, SMTP_URL, MAIL_FROM, AUTH_AUTOCONFIRM, OIDC_PROVIDERS,
RATE_LIMITS, FESTOON_DEMO, LOG_LEVEL. Without DATABASE_URL the embedded Postgres in FESTOON_DATA is used: the running
one, or one started for the call. Without SMTP_URL mail stays in the mailbox.

Exit codes: 0 done, 1 failed or refused, 2 called wrongly.`;

const festoon = new Command('festoon')
  .description('Festoon, where events shine brighter.')
  .showHelpAfterError('(festoon --help tells more)')
  .addHelpText('after', examples)
  .exitOverride();
const operating = [projections(), events(), audit(), deadLetters(), person(), user(), staff(), keys()];
for (const command of [...serving(), ...operating, demo()]) festoon.addCommand(command);
for (const command of everyCommand(festoon)) command.exitOverride();

function everyCommand(command: Command): readonly Command[] {
  return command.commands.flatMap((child) => [child, ...everyCommand(child)]);
}

/** What a sentence explains needs no stack. */
const explained = [Failure, Refusal, WrongSettings];

try {
  await festoon.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
  else {
    const told = explained.some((kind) => error instanceof kind) || !(error as Error).stack;
    console.error(told ? (error as Error).message : error);
    process.exitCode = 1;
  }
}
