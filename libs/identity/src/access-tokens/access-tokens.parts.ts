import type { SubmoduleParts } from '#platform/module';
import { AccessTokens } from './access-token.issuer.ts';
import * as commands from './keyring.commands.ts';
import { keyring } from './keyring.ts';
import { SigningKeys, sealedSigningKeys } from './signing-keys.store.ts';

/** Access tokens and the keys that sign them. */
export const accessTokensParts = {
  aggregates: [keyring],
  commands: [commands],
  providers: [SigningKeys, AccessTokens],
  sealedColumns: [sealedSigningKeys],
} satisfies SubmoduleParts;
