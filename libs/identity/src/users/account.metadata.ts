import { z } from 'zod';
import { refuse } from '#kernel';
import { ownDetails } from '../contract.ts';
import type { Account, Metadata } from './accounts.store.ts';
import type { PersonDetails } from './user.ts';

/** Metadata is part of every access token, and access tokens are sent in headers, whose size is limited. */
const maxBytes = 2_048;

/** Metadata as clients see it. The role is in both parts for clients to read; the server reads it from neither. */
export const publicMetadata = (
  account: Pick<Account, 'metadata' | 'role' | 'emailIdentity' | 'identities' | 'emailVerifiedAt'>,
) => {
  const providers = providersOf(account);
  const { metadata, role, emailVerifiedAt } = account;
  return {
    app_metadata: { provider: providers[0] ?? 'email', providers, app_role: role },
    user_metadata: { ...metadata, email_verified: emailVerifiedAt !== null, role },
  };
};

/** The providers the user can sign in with, each once; `email` comes first. */
const providersOf = ({ emailIdentity, identities }: Pick<Account, 'emailIdentity' | 'identities'>) => [
  ...new Set([...(emailIdentity ? ['email'] : []), ...identities.map(({ provider }) => provider)]),
];

/** The value as parsed by the schema. Refuses `user-invalid` with the schema's message. */
export const parseWith = <T>(schema: z.ZodType<T>, value: unknown): T => {
  const parsedValue = schema.safeParse(value);
  return parsedValue.success
    ? parsedValue.data
    : refuse('user-invalid', parsedValue.error.issues[0]?.message ?? 'The sign-up is invalid');
};

export const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** The names and phone number in an account's metadata. Refuses values that break the sign-up form's rules. */
export const detailsIn = (metadata: Metadata): PersonDetails => {
  const values = {
    firstName: text(metadata.first_name),
    lastName: text(metadata.last_name),
    phone: text(metadata.phone),
  };
  const { phone, ...names } = parseWith(ownDetails, values);
  return { ...names, phone: phone || null };
};

/** Metadata as it is stored: without the fields that only the server sets. */
export const storedMetadata = ({ role: _, email_verified: __, ...metadata }: Metadata): Metadata => {
  if (Buffer.byteLength(JSON.stringify(metadata)) > maxBytes)
    refuse('user-invalid', `User metadata can hold at most ${maxBytes} bytes`);
  return metadata;
};
