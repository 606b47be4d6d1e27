import { z } from 'zod';
import { validationError } from './gotrue.errors.ts';

/** The maximum depth of metadata: values that are nested too deeply cannot be serialized. */
const maxDepth = 20;
const isShallow = (value: unknown, levels = maxDepth): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((each) => isShallow(each, levels - 1)));

// Clients send additional fields, and null for fields without a value. Both are allowed.
const data = z
  .record(z.string(), z.unknown())
  .refine((value) => isShallow(value), `Metadata can be at most ${maxDepth} levels deep`)
  .nullish();
const text = z.string().nullish();

const challenge = { code_challenge: text, code_challenge_method: text };

export const signUpBody = z.object({ email: text, phone: text, password: text, data, ...challenge });
export const signInBody = z.object({ email: text, phone: text, password: text });
export const refreshBody = z.object({ refresh_token: text });
export const pkceBody = z.object({ auth_code: text, code_verifier: text });
export const recoverBody = z.object({ email: text, ...challenge });
export const resendBody = z.object({ type: text, email: text, phone: text, ...challenge });
export const otpBody = z.object({
  email: text,
  phone: text,
  create_user: z.boolean().nullish(),
  channel: text,
  data,
  ...challenge,
});
export const verifyBody = z.object({ type: text, token: text, token_hash: text, email: text, phone: text });
export const userBody = z.object({
  email: text,
  phone: text,
  password: text,
  current_password: text,
  nonce: text,
  data,
  app_metadata: data,
  ...challenge,
});
export const logoutScope = z.enum(['global', 'local', 'others']);

/** Parses a body with a schema; a missing body counts as an empty object. Throws an AuthError. */
export const parseBody = <T>(schema: z.ZodType<T>, body: unknown): T => {
  const result = schema.safeParse(body ?? {});
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw validationError(`${issue?.path.join('.') || 'body'}: ${issue?.message}`);
};
