export { AccessTokens, audience } from './access-token.issuer.ts';
export { lifetime } from './access-token.lifetime.ts';
export { accessTokensParts } from './access-tokens.parts.ts';
export { RotateSigningKeys } from './keyring.commands.ts';
export { algorithm, type KeyFacts, SigningKeys } from './signing-keys.store.ts';
