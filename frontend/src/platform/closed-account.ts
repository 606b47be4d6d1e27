const storageKey = 'festoon.account-closed';

/** Call it before the landing page is loaded after an account was closed in this tab. */
export const rememberClosedAccount = (): void => {
  try {
    sessionStorage[storageKey] = 'yes';
  } catch {
    // Storage may be forbidden: the landing page then confirms nothing.
  }
};

/** Whether an account was closed in this tab; true once. */
export const takeClosedAccount = (): boolean => {
  try {
    return storageKey in sessionStorage && delete sessionStorage[storageKey];
  } catch {
    return false;
  }
};
