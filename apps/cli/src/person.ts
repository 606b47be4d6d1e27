import type { INestApplicationContext } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Command } from 'commander';
import { BookingsQueries } from '#bookings';
import { ErasePerson, IdentityQueries } from '#identity';
import { Refusal } from '#kernel';
import { EventStore } from '#platform/event-store';
import { Modules } from '#platform/module';
import { ProjectionBusy, Projector } from '#platform/projections';
import { isUuid } from './arguments.ts';
import { Failure } from './errors.ts';
import { withProduct } from './product.ts';
import { requireImpersonalReason } from './reason.ts';
import { pluralize } from './table.ts';

type Exceptions = { readonly despiteOpenBookings?: boolean; readonly despiteUnpaidMoney?: boolean };
type Options = Exceptions & { readonly reason: string; readonly json?: boolean };

/** How long the read tables may take to catch up, in milliseconds. */
const catchUpTimeout = 10_000;

const examples = `
Examples:
  festoon person erase ann@example.com --reason "written request, case 2031"
  festoon person erase 5d0c6a0e-0f6b-4c57-9c53-0d7a1f1f7a11 --reason "case 2031" --json
  festoon person erase ann@example.com --reason "case 2031" --despite-open-bookings

Deletes the account with its sessions and emails, and destroys the key to the person's data, so that their personal data
in the log can never be read again; the log's hashes still verify. Rows that showed the data are folded again. This
cannot be undone. If it is interrupted, run it again with the person's id to finish it.

A person with a booking that is confirmed or paid for is erased only with --despite-open-bookings. Confirmed bookings
then stay as they are; pending ones are cancelled, and what was paid for them is refunded. A person to whom money is to
be paid out, or who owes some, is erased only with --despite-unpaid-money: their bank details are destroyed too.`;

export const personCommand = (): Command =>
  new Command('person')
    .description('manage the data about a person')
    .addHelpText('after', examples)
    .addCommand(
      new Command('erase')
        .description('make all personal data of a person permanently unreadable')
        .argument('<email|id>', 'the person’s email address or id')
        .requiredOption('--reason <text>', 'why, without names: it is stored in the log permanently')
        .option('--despite-open-bookings', 'even if they have a booking that is confirmed or paid for')
        .option('--despite-unpaid-money', 'even if money is to be paid out to them, or they owe some')
        .option('--json', 'one JSON object')
        .addHelpText('after', examples)
        .action(erase),
    );

const erase = async (emailOrId: string, { reason, json, ...exceptions }: Options): Promise<void> => {
  requireImpersonalReason(reason);
  const { others, ...erased } = await withProduct(async (product) => {
    await requireErasable(product, emailOrId, exceptions);
    const erasure = await product.get(CommandBus, { strict: false }).execute(new ErasePerson(emailOrId));
    const tables = await product.get(Projector).tables();
    return { ...erasure, others: tables.filter(({ kind }) => kind === 'other').map(({ name }) => name) };
  }, reason).catch((error: unknown) => {
    throw error instanceof ProjectionBusy
      ? new Failure(`${error.message}; a worker finishes the erasure afterwards`)
      : error;
  });
  if (json) return console.log(JSON.stringify({ ...erased, otherTables: others }));
  const { personId, streams, tables } = erased;
  console.log(
    `${personId} is erased: their personal data in ${pluralize(streams, 'stream')} is permanently unreadable, and the rows of ${pluralize(tables.length, 'read table')} were folded again`,
  );
  if (others.length > 0)
    console.log(
      `Tables of other releases may still contain the data: ${others.join(', ')}. Drop them with festoon projections prune`,
    );
};

/**
 * Refuses an erasure while others depend on the person, as the product refuses to close the account. An erasure that
 * has begun may always be finished.
 */
const requireErasable = async (
  product: INestApplicationContext,
  emailOrId: string,
  { despiteOpenBookings, despiteUnpaidMoney }: Exceptions,
): Promise<void> => {
  if (despiteOpenBookings && despiteUnpaidMoney) return;
  const lowerCaseName = emailOrId.toLowerCase();
  const personId = isUuid(lowerCaseName)
    ? lowerCaseName
    : await product.get(IdentityQueries, { strict: false }).byEmail(lowerCaseName);
  if (!personId) return;
  const recordedEvents = await product.get(EventStore).read(`user-${personId}`);
  if (recordedEvents.some(({ type }) => type === 'PersonErased')) return;
  await waitUntilCaughtUp(product);
  if (!despiteOpenBookings) await requireNoOpenBookings(product, personId);
  if (!despiteUnpaidMoney) await requireSettled(product, personId);
};

const requireNoOpenBookings = async (product: INestApplicationContext, personId: string): Promise<void> => {
  const open = await product.get(BookingsQueries, { strict: false }).openBookingsOf(personId);
  if (open.length === 0) return;
  const bookingList = open.map(({ id, status, eventDate }) => `${id} (${status}, ${eventDate})`).join(', ');
  throw new Failure(
    `This person has ${pluralize(open.length, 'booking')} that ${open.length === 1 ? 'is' : 'are'} confirmed or paid for: ${bookingList}. Complete or cancel them first, or use --despite-open-bookings`,
  );
};

/** Asks every module, except about bookings, which have an option of their own. */
const requireSettled = async (product: INestApplicationContext, personId: string): Promise<void> => {
  for (const { definition, queries } of product.get(Modules).all)
    try {
      await definition.account?.requireClosable?.(personId, queries as never);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.code !== 'account-has-open-bookings')
        throw new Failure(
          `This person cannot close their account. The product tells them: “${error.message}” Settle this first, or use --despite-unpaid-money`,
        );
    }
};

/**
 * Waits until the projections of bookings and of payout accounts have caught up. If no worker is running, this process
 * projects the missing events.
 */
const waitUntilCaughtUp = async (product: INestApplicationContext): Promise<void> => {
  const projector = product.get(Projector);
  const head = await product.get(EventStore).head();
  projector.follow();
  await projector.waitUntilProjected(head, catchUpTimeout);
  const laggingProjection = (await projector.status()).find(
    ({ name, position }) => /^(?:bookings|payout_accounts)_v/.test(name) && position < head,
  );
  if (laggingProjection)
    throw new Failure(
      `${laggingProjection.name} has not caught up, so open bookings and unpaid money cannot be checked. See festoon projections status, or use --despite-open-bookings and --despite-unpaid-money`,
    );
};
