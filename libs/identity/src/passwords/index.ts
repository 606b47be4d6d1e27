export { PasswordHasher } from './password.hasher.ts';
export { longestPassword, onlyStrong, WeakPassword, type WeakPasswordReason, weaknessOf } from './password.policy.ts';
