export { PasswordHasher } from './password.hasher.ts';
export {
  longestPassword,
  requireStrongPassword,
  WeakPassword,
  type WeakPasswordReason,
  weaknessOf,
} from './password.policy.ts';
