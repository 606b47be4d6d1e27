import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Refusal, refuse } from '#kernel';
import { Config } from '#platform/config';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { Clock } from '../clock/index.ts';
import { signUp } from '../contract.ts';
import { PasswordHasher, requireStrongPassword } from '../passwords/index.ts';
import {
  type Account,
  Accounts,
  type Metadata,
  parseWith,
  type Role,
  storedMetadata,
  type UserCommands,
  user,
} from '../users/index.ts';

/** A sign-up that is unfinished after this many milliseconds is abandoned: its process has died. */
const abandonedAfter = 10_000;

/**
 * `metadata` holds further fields from the browser. `termsVersion` is the accepted version of the terms, if known. A
 * user without a password (null) signs in by mail. `emailVerified` says whether the address counts as verified; the
 * default is AUTH_AUTOCONFIRM. Without `emailIdentity` the user signs in only at an identity provider. If
 * `confirmation` is set, a confirmation mail is sent; it says where the mail's link leads.
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

/** Returns the id of the new user. Refuses `user-exists`, `user-invalid`, `password-weak`, `password-too-long`. */
export class RegisterUser extends Command<string> {
  constructor(readonly newUser: NewUser) {
    super();
  }
}

const person = signUp.pick({ firstName: true, lastName: true, email: true, phone: true, role: true });

/**
 * Three steps: a row reserves the address (unique, so one of several concurrent sign-ups wins), the event registers the
 * user, and the second write marks the row as registered. If the process dies in between, the event log shows whether
 * the sign-up took place; if not, its id is abandoned and another sign-up takes over the address.
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
    if (newUser.password !== null) requireStrongPassword(newUser.password);
    const { email, phone = '', ...names } = parseWith(person, { ...newUser, phone: newUser.phone ?? '' });
    const facts = { ...names, email: email.toLowerCase(), phone: phone || null, userId: this.context.newId() };
    await this.#reserve(facts, newUser);
    await this.#register({ ...facts, termsVersion: newUser.termsVersion ?? null }, newUser);
    return facts.userId;
  }

  async #reserve(facts: { userId: string; email: string } & Names, newUser: NewUser): Promise<void> {
    const { password, metadata, emailIdentity = true } = newUser;
    const { userId, email, firstName, lastName, phone } = facts;
    const allMetadata = { ...metadata, first_name: firstName, last_name: lastName, ...(phone && { phone }) };
    const storableMetadata = storedMetadata(allMetadata);
    const holder = await this.accounts.byEmail(email);
    // The command was repeated with its idempotency key, from which the id is derived.
    if (holder?.userId === userId) return;
    if (holder && !(await this.#isAbandoned(holder))) refuseTaken();
    const passwordHash = password === null ? null : await this.hasher.hash(password);
    const reservation = { userId, email, passwordHash, metadata: storableMetadata, emailIdentity };
    const at = this.clock.now();
    const isReserved = await (holder
      ? this.accounts.takeOver(holder.userId, reservation, at)
      : this.accounts.reserve(reservation, at));
    if (!isReserved) refuseTaken();
  }

  /**
   * Whether the address was reserved by an abandoned sign-up. Records the abandonment, so that it can no longer finish.
   */
  async #isAbandoned(holder: Account): Promise<boolean> {
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
    // From here on the new user is the actor; a program that creates accounts remains the actor.
    if (origin.by.kind === 'user') this.context.enter({ ...origin, by: { id: userId, kind: 'user', role } });
    // No person could read the confirmation mail of an account that a program makes, so it counts as verified.
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
