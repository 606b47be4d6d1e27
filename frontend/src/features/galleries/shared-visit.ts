import type { SharedGallerySession } from '#galleries/contract';

// Kept per tab, so that a reload asks neither for the password nor for the PIN again.
const key = 'festoon.gallery-visit';

type StoredVisit = { readonly link: string; readonly visit: SharedGallerySession };

/** The visit through this link that this tab began, unless it has ended. */
export const storedVisit = (link: string): SharedGallerySession | undefined => {
  try {
    const stored = JSON.parse(sessionStorage.getItem(key) ?? 'null') as StoredVisit | null;
    return stored?.link === link && Date.parse(stored.visit.expiresAt) > Date.now() ? stored.visit : undefined;
  } catch {
    // The browser may forbid storage. The visit then ends when the page is reloaded.
    return undefined;
  }
};

export const storeVisit = (link: string, visit: SharedGallerySession): void => {
  try {
    sessionStorage.setItem(key, JSON.stringify({ link, visit } satisfies StoredVisit));
  } catch {
    // The browser may forbid storage. The visit then ends when the page is reloaded.
  }
};

export const forgetVisit = (): void => {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // The browser may forbid storage, so no visit is stored.
  }
};
