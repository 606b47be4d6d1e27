const prefix = 'festoon.draft.';

export type Draft = Record<string, unknown>;

// If session storage is unavailable, drafts are disabled.
const ignoringErrors = <T>(work: () => T): T | undefined => {
  try {
    return work();
  } catch {
    return undefined;
  }
};

/**
 * The unsent values of a form in this tab. The key or the values contain the user's id, so that no other user of this
 * tab sees the draft.
 */
export const readDraft = (key: string): Draft | undefined =>
  ignoringErrors(() => (JSON.parse(sessionStorage.getItem(prefix + key) ?? 'null') as Draft | null) ?? undefined);

/** The values must be serializable as JSON. */
export const saveDraft = (key: string, values: Draft): void => {
  ignoringErrors(() => sessionStorage.setItem(prefix + key, JSON.stringify(values)));
};

export const dropDraft = (key: string): void => {
  ignoringErrors(() => sessionStorage.removeItem(prefix + key));
};

/** Called at sign-out, so that the next user of this browser sees no drafts. */
export const dropAllDrafts = (): void => {
  ignoringErrors(() => {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
  });
};
