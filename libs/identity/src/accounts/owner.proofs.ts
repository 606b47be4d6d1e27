import { Injectable } from '@nestjs/common';
import { refuse } from '#kernel';
import { AuthLimits } from '../limits/index.ts';
import { maxPasswordLength, PasswordHasher } from '../passwords/index.ts';
import { Accounts } from '../users/index.ts';
import { ReauthenticationProofs } from './reauthentication.proofs.ts';

/** Proof of a person that an account is theirs: the password or a mailed code. The one that is not given is empty. */
export type OwnerProof = { readonly password: string; readonly nonce: string };

/** The session of the request, and its network address. */
type ClientSession = { readonly sessionId: string; readonly ip: string | undefined };

/** Checks that the account's owner acts, where a session is not enough. */
@Injectable()
export class OwnerProofs {
  constructor(
    private readonly accounts: Accounts,
    private readonly hasher: PasswordHasher,
    private readonly reauthentication: ReauthenticationProofs,
    private readonly limits: AuthLimits,
  ) {}

  /**
   * Accepts the password, or the code that `GET /auth/v1/reauthenticate` mails. For a person without a password a
   * recent sign-in is enough. Refuses `user-not-found`, `credentials-wrong`, `reauthentication-needed`,
   * `reauthentication-code-wrong`.
   */
  async require(userId: string, { password, nonce }: OwnerProof, { sessionId, ip }: ClientSession): Promise<void> {
    const account = await this.accounts.byId(userId);
    if (!account) refuse('user-not-found', 'This user does not exist');
    const { email, passwordHash } = account;
    await this.limits.guess(email, ip, () =>
      nonce || passwordHash === null
        ? this.reauthentication.require(account, sessionId, nonce)
        : this.#requirePassword(passwordHash, password),
    );
  }

  async #requirePassword(passwordHash: string, password: string): Promise<void> {
    if (password.length <= maxPasswordLength && (await this.hasher.matches(passwordHash, password))) return;
    refuse('credentials-wrong', 'Current password is incorrect');
  }
}
