/** How somebody proved who they are, in GoTrue's names. */
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

/** How sure it is who holds a session: one proof, or a second factor besides. */
export type Aal = 'aal1' | 'aal2';

/** One proof of a session, `timestamp` in unix seconds; `factor` is which second factor gave it. */
export type Amr = { readonly method: Method; readonly timestamp: number; readonly factor?: string };

const secondFactors: readonly Method[] = ['totp', 'mfa/webauthn'];

export const aalOf = (amr: readonly Amr[]): Aal =>
  amr.some(({ method }) => secondFactors.includes(method)) ? 'aal2' : 'aal1';

/** One line for each method, the newest first. */
export const withProof = (amr: readonly Amr[], proof: Amr): readonly Amr[] => [
  proof,
  ...amr.filter(({ method }) => method !== proof.method),
];

/** The proofs that are left once a factor is gone. */
export const withoutFactor = (amr: readonly Amr[], factorId: string): readonly Amr[] =>
  amr.filter(({ factor }) => factor !== factorId);

/** As access tokens tell it: which factor it was is nobody's business. */
export const publicAmr = (amr: readonly Amr[]) => amr.map(({ method, timestamp }) => ({ method, timestamp }));
