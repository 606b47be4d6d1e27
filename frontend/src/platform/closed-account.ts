const storageKey = 'festoon.account-closed';

/** Call it before the landing page is loaded after an account was closed in this tab. */
export const rememberClosedAccount = (): void => {
  try {
    sessionStorage[storageKey] = 'yes';
  } catch {
    // Without storage, the landing page cannot confirm that the account was closed.
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
