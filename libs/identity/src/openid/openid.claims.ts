import { z } from 'zod';
import { email as emailRule } from '../contract.ts';

const maxLength = 500;
/** Values that are not text count as missing, and longer text is cut. */
const text = z
  .string()
  .transform((value) =>
    value
      .replace(/[\r\n\u2028\u2029]+/g, ' ')
      .trim()
      .slice(0, maxLength),
  )
  .optional()
  .catch(undefined);
/** Some providers send booleans as text. */
const booleanClaim = z
  .union([z.boolean(), z.enum(['true', 'false']).transform((value) => value === 'true')])
  .catch(false);

const claims = z.object({
  iss: z.string(),
  sub: z.string().min(1).max(255),
  email: text,
  email_verified: booleanClaim.default(false),
  name: text,
  given_name: text,
  family_name: text,
  preferred_username: text,
  picture: text,
  locale: text,
});

/** A person as a provider describes them. `email` is in lower case, and null if it is missing or invalid. */
export type Person = {
  readonly subject: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly firstName: string;
  readonly lastName: string;
  /** The claims that GoTrue's API returns as `identity_data`. */
  readonly data: Readonly<Record<string, unknown>>;
};

/** Reads a person from claims; undefined if the required claims are missing. */
export const personIn = (rawClaims: object): Person | undefined => {
  const parsedClaims = claims.safeParse(rawClaims);
  if (!parsedClaims.success) return undefined;
  const { iss, sub, email_verified, picture, ...rest } = parsedClaims.data;
  const address = emailRule.safeParse(rest.email?.toLowerCase());
  const email = address.success ? address.data : null;
  const present = Object.fromEntries(Object.entries(rest).filter(([, value]) => value));
  const emailVerified = email !== null && email_verified;
  return {
    subject: sub,
    email,
    emailVerified,
    ...namesIn(rest),
    data: {
      ...present,
      iss,
      sub,
      provider_id: sub,
      email_verified: emailVerified,
      phone_verified: false,
      ...(rest.name && { full_name: rest.name }),
      ...(picture && { picture, avatar_url: picture }),
    },
  };
};

type NameClaims = { readonly [Name in 'name' | 'given_name' | 'family_name']?: string | undefined };

/**
 * Names that the sign-up form's rules accept. A missing name gets a placeholder that the user can change later. An
 * email address is not used as a name, because names are public.
 */
const namesIn = ({ name = '', given_name, family_name }: NameClaims) => {
  const [first = '', ...others] = name.split(/\s+/);
  return {
    firstName: firstOf([given_name, first], 'New'),
    lastName: firstOf([family_name, others.join(' ')], 'Member'),
  };
};

const firstOf = (names: readonly (string | undefined)[], fallback: string): string =>
  names.map((name) => name?.slice(0, 80).trim() ?? '').find((name) => name.length >= 2 && !name.includes('@')) ??
  fallback;
