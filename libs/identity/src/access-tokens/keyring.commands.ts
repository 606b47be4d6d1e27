import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { uuidFrom } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { keyring } from './keyring.ts';
import { type KeyFacts, SigningKeys } from './signing-keys.store.ts';

/** There is only one keyring, so its stream has a fixed id. */
export const keyringStream = `keyring-${uuidFrom('identity.signing-keys')}`;

/**
 * Makes a new signing key for access tokens and returns it. Refuses `signing-key-rotating`, `signing-key-not-allowed`.
 */
export class RotateSigningKeys extends Command<KeyFacts> {}

@CommandHandler(RotateSigningKeys)
export class RotateSigningKeysHandler implements ICommandHandler<RotateSigningKeys> {
  constructor(
    private readonly keys: SigningKeys,
    private readonly store: EventStore,
  ) {}

  execute(): Promise<KeyFacts> {
    return this.keys.rotate(async ({ kid, signsFrom }) => {
      await this.store.handle(keyring, keyringStream, 'rotate', { kid, signsFrom: signsFrom.toISOString() });
    });
  }
}
