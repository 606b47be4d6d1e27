import { z } from 'zod';
import { invalid } from './gotrue.errors.ts';

/** Things in things, so many levels down: deeper ones cannot be written any more. */
const deepest = 20;
const isShallow = (value: unknown, levels = deepest): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((each) => isShallow(each, levels - 1)));

// Clients send more than is read here, and null for what they leave out: neither is a mistake.
const data = z
  .record(z.string(), z.unknown())
  .refine((value) => isShallow(value), `Metadata can be at most ${deepest} levels deep`)
  .nullish();
const word = z.string().nullish();

const challenge = { code_challenge: word, code_challenge_method: word };

export const signUpBody = z.object({ email: word, phone: word, password: word, data, ...challenge });
export const signInBody = z.object({ email: word, phone: word, password: word });
export const refreshBody = z.object({ refresh_token: word });
export const pkceBody = z.object({ auth_code: word, code_verifier: word });
export const recoverBody = z.object({ email: word, ...challenge });
export const resendBody = z.object({ type: word, email: word, phone: word, ...challenge });
export const otpBody = z.object({
  email: word,
  phone: word,
  create_user: z.boolean().nullish(),
  channel: word,
  data,
  ...challenge,
});
export const verifyBody = z.object({ type: word, token: word, token_hash: word, email: word, phone: word });
export const userBody = z.object({
  email: word,
  phone: word,
  password: word,
  current_password: word,
  nonce: word,
  data,
  app_metadata: data,
  ...challenge,
});
export const logoutScope = z.enum(['global', 'local', 'others']);

/** The body as the schema reads it; no body is an empty one. Throws an AuthError. */
export const read = <T>(schema: z.ZodType<T>, body: unknown): T => {
  const result = schema.safeParse(body ?? {});
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw invalid(`${issue?.path.join('.') || 'body'}: ${issue?.message}`);
};
