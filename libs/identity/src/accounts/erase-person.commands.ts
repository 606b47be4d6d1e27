import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { refuse } from '#kernel';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { Clock } from '../clock/index.ts';
import { Accounts, user } from '../users/index.ts';
import { type Erased, PersonErasure } from './person.erasure.ts';

/**
 * Erases a person, named by e-mail address or id: account, mail, the key of their data, and the rows that showed it. The
 * context's origin says why. Refuses `user-not-found`, `person-not-allowed`, `person-reason`, `person-reason-personal`.
 */
export class ErasePerson extends Command<Erased & { readonly personId: string }> {
  constructor(readonly emailOrId: string) {
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

  async execute({ emailOrId }: ErasePerson): Promise<Erased & { personId: string }> {
    const asked = emailOrId.toLowerCase();
    const account = await (uuid.test(asked) ? this.accounts.byId(asked) : this.accounts.byEmail(asked));
    const personId = account?.userId ?? asked;
    if (!uuid.test(personId)) refuse('user-not-found', `Nobody has the e-mail address ${emailOrId}`);
    const { reason = '' } = this.context.origin;
    if (account && !(await this.accounts.isRegistered(account))) return this.#unfinished(personId);
    await this.accounts.requestErasure(personId, this.clock.now());
    await this.store.handle(user, `user-${personId}`, 'erase', { reason });
    return { personId, ...(await this.erasure.forget(personId)) };
  }

  /** A sign-up that was never finished is a row and nothing else. */
  async #unfinished(personId: string): Promise<Erased & { personId: string }> {
    await this.store.handle(user, `user-${personId}`, 'abandonRegistration', {});
    await this.erasure.forgetAccount(personId);
    return { personId, streams: 0, tables: [] };
  }
}
