/** The method of a sign-in, in GoTrue's names. */
export type Method =
  | 'password'
  | 'otp'
  | 'oauth'
  | 'totp'
  | 'mfa/webauthn'
  | 'recovery'
  | 'magiclink'
  | 'invite'
  | 'email/signup'
  | 'email_change';

/** The assurance level of a session: `aal1` signed in, `aal2` also gave a second factor. */
export type Aal = 'aal1' | 'aal2';

/** One proof of a session. `timestamp` is in unix seconds; `factor` is the id of the second factor that was used. */
export type Amr = { readonly method: Method; readonly timestamp: number; readonly factor?: string };

const secondFactors: readonly Method[] = ['totp', 'mfa/webauthn'];

export const aalOf = (amr: readonly Amr[]): Aal =>
  amr.some(({ method }) => secondFactors.includes(method)) ? 'aal2' : 'aal1';

/** Adds a proof; one entry per method, newest first. */
export const withProof = (amr: readonly Amr[], proof: Amr): readonly Amr[] => [
  proof,
  ...amr.filter(({ method }) => method !== proof.method),
];

/** The proofs that remain when a factor is removed. */
export const withoutFactor = (amr: readonly Amr[], factorId: string): readonly Amr[] =>
  amr.filter(({ factor }) => factor !== factorId);

/** The proofs as access tokens hold them, without the factor's id, which clients do not need. */
export const publicAmr = (amr: readonly Amr[]) => amr.map(({ method, timestamp }) => ({ method, timestamp }));
