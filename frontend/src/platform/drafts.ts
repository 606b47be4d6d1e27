const prefix = 'festoon.draft.';

export type Draft = Record<string, unknown>;

// If session storage is unavailable, drafts are disabled.
const quietly = <T>(work: () => T): T | undefined => {
  try {
    return work();
  } catch {
    return undefined;
  }
};

/** The unsent values of a form in this tab. The key must contain the user's id. */
export const readDraft = (key: string): Draft | undefined =>
  quietly(() => (JSON.parse(sessionStorage.getItem(prefix + key) ?? 'null') as Draft | null) ?? undefined);

/** The values must survive JSON. */
export const saveDraft = (key: string, values: Draft): void => {
  quietly(() => sessionStorage.setItem(prefix + key, JSON.stringify(values)));
};

export const dropDraft = (key: string): void => {
  quietly(() => sessionStorage.removeItem(prefix + key));
};

/** Called at sign-out, so that the next user of this browser sees no drafts. */
export const dropAllDrafts = (): void => {
  quietly(() => {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
  });
};
