import { z } from 'zod';
import { email as emailRule } from '../contract.ts';

const longest = 500;
/** What is no text is not there, and longer text is cut. */
const text = z
  .string()
  .transform((value) =>
    value
      .replace(/[\r\n\u2028\u2029]+/g, ' ')
      .trim()
      .slice(0, longest),
  )
  .optional()
  .catch(undefined);
/** Some providers write it as text. */
const truth = z.union([z.boolean(), z.enum(['true', 'false']).transform((value) => value === 'true')]).catch(false);

const claims = z.object({
  iss: z.string(),
  sub: z.string().min(1).max(255),
  email: text,
  email_verified: truth.default(false),
  name: text,
  given_name: text,
  family_name: text,
  preferred_username: text,
  picture: text,
  locale: text,
});

/** Who a provider says somebody is. `email` is lower case; null where it is none or not told. */
export type Person = {
  readonly subject: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly firstName: string;
  readonly lastName: string;
  /** GoTrue's identity_data. */
  readonly data: Readonly<Record<string, unknown>>;
};

/** Undefined where nobody is named. */
export const personIn = (said: object): Person | undefined => {
  const read = claims.safeParse(said);
  if (!read.success) return undefined;
  const { iss, sub, email_verified, picture, ...rest } = read.data;
  const address = emailRule.safeParse(rest.email?.toLowerCase());
  const email = address.success ? address.data : null;
  const told = Object.fromEntries(Object.entries(rest).filter(([, value]) => value));
  const emailVerified = email !== null && email_verified;
  return {
    subject: sub,
    email,
    emailVerified,
    ...namesIn(rest),
    data: {
      ...told,
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

type Named = { readonly [Name in 'name' | 'given_name' | 'family_name']?: string | undefined };

/** Names as the sign-up form wants them; whoever is told none can give their own later. Addresses are no names: all see those. */
const namesIn = ({ name = '', given_name, family_name }: Named) => {
  const [first = '', ...others] = name.split(/\s+/);
  return {
    firstName: firstOf([given_name, first], 'New'),
    lastName: firstOf([family_name, others.join(' ')], 'Member'),
  };
};

const firstOf = (names: readonly (string | undefined)[], otherwise: string): string =>
  names.map((name) => name?.slice(0, 80).trim() ?? '').find((name) => name.length >= 2 && !name.includes('@')) ??
  otherwise;
