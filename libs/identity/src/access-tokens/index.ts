export { AccessTokens, audience } from './access-token.issuer.ts';
export { lifetime } from './access-token.lifetime.ts';
export { accessTokensProviders } from './access-tokens.providers.ts';
export { RotateSigningKeys } from './keyring.commands.ts';
export { keyring } from './keyring.ts';
export { algorithm, type KeyFacts, SigningKeys } from './signing-keys.store.ts';
