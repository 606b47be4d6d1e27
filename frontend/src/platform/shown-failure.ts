export type Failure = { readonly error: unknown; readonly at: number; readonly isRetried: boolean };

/**
 * The failure to show: also while the query is read again automatically, when React Query no longer has the error, but
 * not once the user tries again.
 */
export const failureOf = (
  { error, errorUpdatedAt }: { error: unknown; errorUpdatedAt: number },
  last: Failure | undefined,
): Failure | undefined => {
  if (error) return last?.error === error ? last : { error, at: errorUpdatedAt, isRetried: false };
  return last?.at === errorUpdatedAt && !last.isRetried ? last : undefined;
};
