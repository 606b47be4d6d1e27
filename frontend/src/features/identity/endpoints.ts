/** The signed-in user. Requested by the table of pages before the code of a page is loaded. */
export const meEndpoint = '/me';
