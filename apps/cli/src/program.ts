import { Command } from 'commander';
import { auditCommand } from './audit.ts';
import { backupCommands } from './backup.ts';
import { deadLettersCommand } from './dead-letters.ts';
import { demoCommand } from './demo.ts';
import { eventsCommand } from './events.ts';
import { filesCommand } from './files.ts';
import { keysCommand } from './keys.ts';
import { logCommand } from './log.ts';
import { migrateCommand } from './migrate.ts';
import { personCommand } from './person.ts';
import { projectionsCommand } from './projections.ts';
import { secretsCommand } from './secrets.ts';
import { servingCommands } from './serve.ts';
import { staffCommand } from './staff.ts';
import { userCommand } from './user.ts';
import { workersCommand } from './workers.ts';

const examples = `
Examples:
  festoon serve                          the whole product in one process, on port 3000
  PORT=8080 festoon api                  HTTP only; run a worker as well
  festoon projections status --json      for scripts
  festoon projections rebuild bookings   fold a read table again; the site stays in use
  festoon events tail --follow           new events as they are written
  festoon audit verify                   check that the event log is unchanged
  festoon backup /mnt/backup/monday      a copy of the database, the keys and the files, while the site is in use
  festoon log accept                     follow the log as it is, after a restore
  festoon dlq list                       jobs that failed permanently
  festoon workers list                   running workers and their queues
  festoon files sweep --dry-run          stored files that nothing refers to
  festoon person erase ann@example.com --reason "case 2031"
  festoon staff grant ada@example.com admin --reason "first administrator"
  festoon user suspend eve@example.com --reason "sends spam"
  festoon keys rotate                    sign with a new key; users stay signed in
  festoon secrets replace PERSONAL_DATA_KEY new-key    seal what a secret seals with a new one

Settings come from the environment: PORT, HOST, METRICS_PORT, METRICS_HOST, OTEL_EXPORTER_OTLP_ENDPOINT, FESTOON_DATA, DATABASE_URL, DATABASE_CONNECTIONS,
EVENT_STORE, EVENT_STORE_URL, EVENT_STORE_PREFIX, REDIS_URL, S3_URL, PUBLIC_URL, TRUSTED_PROXIES, SMTP_URL, MAIL_FROM, AUTH_AUTOCONFIRM, PASSWORD_MEMORY,
OIDC_PROVIDERS, PAYMENTS, STRIPE_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_URL, RATE_LIMITS, ASSISTANT_REPLIES_PER_DAY, AI_URL, AI_KEY,
AI_MODEL, SIGNED_URL_KEY_PREVIOUS, FESTOON_DEMO, NODE_ENV, ALLOW_SEEDING, LIVE_FIGURES, LOG_LEVEL. Each can be in a file instead: DATABASE_URL_FILE=/run/secrets/database-url. Without DATABASE_URL the embedded Postgres in FESTOON_DATA is used: the running one, or one started for the duration of the command.
Without SMTP_URL, emails stay in the mailbox.

With --json, standard output contains only the result; progress, warnings and errors go to standard error.
Exit codes: 0 success, 1 failed, refused or a problem was found, 2 called wrongly or not found.`;

/** The whole command line. Commander throws instead of ending the process. */
export const program = (): Command => {
  const festoon = new Command('festoon')
    .description('Festoon, where events shine brighter.')
    .showHelpAfterError('(run festoon --help for help)')
    .addHelpText('after', examples);
  const operating = [
    migrateCommand(),
    projectionsCommand(),
    eventsCommand(),
    auditCommand(),
    logCommand(),
    ...backupCommands(),
    deadLettersCommand(),
    workersCommand(),
    filesCommand(),
    personCommand(),
    userCommand(),
    staffCommand(),
    keysCommand(),
    secretsCommand(),
  ];
  for (const command of [...servingCommands(), ...operating, demoCommand()]) festoon.addCommand(command);
  for (const command of everyCommand(festoon)) command.exitOverride();
  return festoon;
};

/** A command and all its subcommands. */
export const everyCommand = (command: Command): readonly Command[] => [
  command,
  ...command.commands.flatMap(everyCommand),
];
