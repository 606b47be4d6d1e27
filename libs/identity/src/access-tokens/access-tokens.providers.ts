import { AccessTokens } from './access-token.issuer.ts';
import { keyringHandlers } from './keyring.commands.ts';
import { SigningKeys } from './signing-keys.store.ts';

/** Access tokens and the keys that sign them. */
export const accessTokensProviders = [SigningKeys, AccessTokens, ...keyringHandlers];
