export { PasswordHasher } from './password.hasher.ts';
export {
  maxPasswordLength,
  requireStrongPassword,
  WeakPassword,
  type WeakPasswordReason,
  weaknessOf,
} from './password.policy.ts';
