/** How long an access token is good, in seconds. */
export const lifetime = 3600;
