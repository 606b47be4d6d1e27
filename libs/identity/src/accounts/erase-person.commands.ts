import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { refuse } from '#kernel';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { Clock } from '../clock/index.ts';
import { Accounts, user } from '../users/index.ts';
import { type ErasureReport, PersonErasure } from './person.erasure.ts';

/**
 * Erases a person, given by email address or id: their account, mails, personal data key and read table rows. The
 * reason is taken from the context's origin. Refuses `user-not-found`, `person-not-allowed`, `person-reason`,
 * `person-reason-personal`, `staff-role-last-admin`. Throws a {@link ProjectionBusy} if a read table is being rebuilt for
 * longer than `rebuildTimeout` milliseconds; a reaction finishes the erasure afterwards.
 */
export class ErasePerson extends Command<ErasureReport & { readonly personId: string }> {
  constructor(
    readonly emailOrId: string,
    readonly rebuildTimeout?: number,
  ) {
    super();
  }
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

@CommandHandler(ErasePerson)
export class ErasePersonHandler implements ICommandHandler<ErasePerson> {
  constructor(
    private readonly store: EventStore,
    private readonly context: Context,
    private readonly accounts: Accounts,
    private readonly erasure: PersonErasure,
    private readonly clock: Clock,
  ) {}

  async execute({ emailOrId, rebuildTimeout }: ErasePerson): Promise<ErasureReport & { personId: string }> {
    const identifier = emailOrId.toLowerCase();
    const account = await (uuid.test(identifier) ? this.accounts.byId(identifier) : this.accounts.byEmail(identifier));
    const personId = account?.userId ?? identifier;
    if (!uuid.test(personId)) refuse('user-not-found', `There is no account with the email address ${emailOrId}`);
    const { reason = '' } = this.context.origin;
    if (account && !(await this.accounts.isRegistered(account))) return this.#abandonSignUp(personId);
    await this.accounts.requestErasure(personId, this.clock.now());
    await this.accounts.withAdministrators(personId, (administrators) =>
      this.store.handle(user, `user-${personId}`, 'erase', { reason, administrators }),
    );
    return { personId, ...(await this.erasure.erase(personId, rebuildTimeout)) };
  }

  /** An unfinished sign-up consists of its account row only. */
  async #abandonSignUp(personId: string): Promise<ErasureReport & { personId: string }> {
    await this.store.handle(user, `user-${personId}`, 'abandonRegistration', {});
    await this.erasure.deleteAccount(personId);
    return { personId, streams: 0, tables: [] };
  }
}
