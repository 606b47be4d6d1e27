import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Refusal, refuse } from '#kernel';
import { Config } from '#platform/config';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { Clock } from '../clock/index.ts';
import { signUp } from '../contract.ts';
import { onlyStrong, PasswordHasher } from '../passwords/index.ts';
import {
  type Account,
  Accounts,
  checked,
  keptMetadata,
  type Metadata,
  type Role,
  type UserCommands,
  user,
} from '../users/index.ts';

/** A sign-up that has not finished after this, in milliseconds, is not going to: its process is gone. */
const abandonedAfter = 10_000;

/**
 * `metadata` is what the browser keeps besides; `termsVersion` is the text that was agreed to, if anybody said. Whoever has no
 * password (null) signs in by mail. Whether the address counts as verified is AUTH_AUTOCONFIRM's to say, unless
 * `emailVerified` does; without `emailIdentity` they sign in at a provider instead of here. A mail that confirms it is sent where `confirmation` says what it leads to.
 */
export type NewUser = {
  readonly email: string;
  readonly password: string | null;
  readonly role: Role;
  readonly firstName: string;
  readonly lastName: string;
  readonly phone?: string | null;
  readonly termsVersion?: string | null;
  readonly metadata?: Metadata;
  readonly emailVerified?: boolean;
  readonly emailIdentity?: boolean;
  readonly confirmation?: Confirmation | null;
};
type Confirmation = UserCommands['register']['confirmation'];

/** Answers the id of the new user. Refuses `user-exists`, `user-invalid`, `password-weak`, `password-too-long`. */
export class RegisterUser extends Command<string> {
  constructor(readonly newUser: NewUser) {
    super();
  }
}

const person = signUp.pick({ firstName: true, lastName: true, email: true, phone: true, role: true });

/**
 * Row, event, row: the row's unique address decides who wins, the event makes it true, the second write says so. Dying in
 * between blocks nobody: the log tells whether the sign-up took place, and if not, its id is given up and the address goes on.
 */
@CommandHandler(RegisterUser)
export class RegisterUserHandler implements ICommandHandler<RegisterUser> {
  constructor(
    private readonly store: EventStore,
    private readonly accounts: Accounts,
    private readonly hasher: PasswordHasher,
    private readonly context: Context,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  async execute({ newUser }: RegisterUser): Promise<string> {
    if (newUser.password !== null) onlyStrong(newUser.password);
    const { email, phone = '', ...names } = checked(person, { ...newUser, phone: newUser.phone ?? '' });
    const facts = { ...names, email: email.toLowerCase(), phone: phone || null, userId: this.context.newId() };
    await this.#reserve(facts, newUser);
    await this.#register({ ...facts, termsVersion: newUser.termsVersion ?? null }, newUser);
    return facts.userId;
  }

  async #reserve(facts: { userId: string; email: string } & Names, newUser: NewUser): Promise<void> {
    const { password, metadata, emailIdentity = true } = newUser;
    const { userId, email, firstName, lastName, phone } = facts;
    const known = { ...metadata, first_name: firstName, last_name: lastName, ...(phone && { phone }) };
    const kept = keptMetadata(known);
    const holder = await this.accounts.byEmail(email);
    // The same command told again.
    if (holder?.userId === userId) return;
    if (holder && !(await this.#givenUp(holder))) refuseTaken();
    const passwordHash = password === null ? null : await this.hasher.hash(password);
    const reservation = { userId, email, passwordHash, metadata: kept, emailIdentity };
    const at = this.clock.now();
    const reserved = await (holder
      ? this.accounts.takeOver(holder.userId, reservation, at)
      : this.accounts.reserve(reservation, at));
    if (!reserved) refuseTaken();
  }

  /** Whether the address is held by a sign-up that will not finish any more: from now on it cannot. */
  async #givenUp(holder: Account): Promise<boolean> {
    if (await this.accounts.isRegistered(holder)) return false;
    if (this.clock.now().getTime() - holder.createdAt.getTime() < abandonedAfter) return false;
    const { origin } = this.context;
    const by = { id: 'identity', kind: 'system', role: 'identity' } as const;
    try {
      await this.context.run({ ...origin, by }, () =>
        this.store.handle(user, `user-${holder.userId}`, 'abandonRegistration', {}),
      );
      return true;
    } catch (error) {
      if (error instanceof Refusal) return false;
      throw error;
    }
  }

  async #register(facts: Registration, { emailVerified, confirmation = null }: NewUser): Promise<void> {
    const { userId, role } = facts;
    const { origin } = this.context;
    // Whoever signs up acts as themselves from here on; a seeding program stays what it is.
    if (origin.by.kind === 'user') this.context.enter({ ...origin, by: { id: userId, kind: 'user', role } });
    // Accounts that a program makes are nobody's who could read mail.
    const autoconfirm = emailVerified ?? (this.config.autoconfirm || origin.by.kind === 'system');
    await this.store.handle(user, `user-${userId}`, 'register', { ...facts, autoconfirm, confirmation });
    await this.accounts.open(userId, this.clock.now(), autoconfirm);
  }
}

type Names = { firstName: string; lastName: string; phone: string | null };
type Registration = Names & { userId: string; email: string; role: Role; termsVersion: string | null };

function refuseTaken(): never {
  refuse('user-exists', 'User already registered');
}
