/** The hosts of a connection string; the rest of it may contain a password. */
export const hostsOf = (url: string): string => url.replace(/^[^/]+\/\/(?:[^@]*@)?([^/?]*).*$/, '$1');
