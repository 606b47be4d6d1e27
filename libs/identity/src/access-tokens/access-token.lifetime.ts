/** How long an access token is valid, in seconds. */
export const lifetime = 3600;
