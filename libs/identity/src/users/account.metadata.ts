import { z } from 'zod';
import { refuse } from '#kernel';
import { signUp } from '../contract.ts';
import type { Account, Metadata } from './accounts.store.ts';
import type { Details } from './user.ts';

const details = signUp.pick({ firstName: true, lastName: true, phone: true });
/** Metadata is part of every access token, and those travel in headers. */
const mostBytes = 2_048;

/** The role is in both for clients to read; the server takes it from neither. */
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

/** Where they may sign in, each once; with their address first. */
const providersOf = ({ emailIdentity, identities }: Pick<Account, 'emailIdentity' | 'identities'>) => [
  ...new Set([...(emailIdentity ? ['email'] : []), ...identities.map(({ provider }) => provider)]),
];

/** The value as the schema gives it back. Refuses with the schema's own words. */
export const checked = <T>(schema: z.ZodType<T>, value: unknown): T => {
  const read = schema.safeParse(value);
  return read.success ? read.data : refuse('user-invalid', read.error.issues[0]?.message ?? 'Something is missing');
};

export const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** The names and phone that an account's metadata tells. Refuses what breaks the sign-up form's rules. */
export const detailsIn = (metadata: Metadata): Details => {
  const said = {
    firstName: text(metadata.first_name),
    lastName: text(metadata.last_name),
    phone: text(metadata.phone),
  };
  const { phone, ...names } = checked(details, said);
  return { ...names, phone: phone || null };
};

/** Metadata as it is kept: without what the server alone decides. */
export const keptMetadata = ({ role: _, email_verified: __, ...metadata }: Metadata): Metadata => {
  if (Buffer.byteLength(JSON.stringify(metadata)) > mostBytes)
    refuse('user-invalid', `User metadata can hold at most ${mostBytes} bytes`);
  return metadata;
};
