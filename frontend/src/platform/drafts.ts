const prefix = 'festoon.draft.';

export type Draft = Record<string, unknown>;

// Without storage there are no drafts.
const quietly = <T>(work: () => T): T | undefined => {
  try {
    return work();
  } catch {
    return undefined;
  }
};

/** What was typed into a form in this tab and never sent. Put the user's id into the key. */
export const readDraft = (key: string): Draft | undefined =>
  quietly(() => (JSON.parse(sessionStorage.getItem(prefix + key) ?? 'null') as Draft | null) ?? undefined);

/** The values must survive JSON. */
export const saveDraft = (key: string, values: Draft): void => {
  quietly(() => sessionStorage.setItem(prefix + key, JSON.stringify(values)));
};

export const dropDraft = (key: string): void => {
  quietly(() => sessionStorage.removeItem(prefix + key));
};

/** For signing out: the next user of this browser finds nothing. */
export const dropAllDrafts = (): void => {
  quietly(() => {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
  });
};
