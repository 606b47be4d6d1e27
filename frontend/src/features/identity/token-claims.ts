type Claims = { readonly sub?: unknown; readonly email?: unknown; readonly aal?: unknown };

/** What an access token says, unproved; nothing where it cannot be read. */
export const tokenClaims = (token: string): Claims => {
  const [, claims = ''] = token.split('.');
  try {
    const bytes = Uint8Array.from(atob(claims.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));
    return (JSON.parse(new TextDecoder().decode(bytes)) ?? {}) as Claims;
  } catch {
    return {};
  }
};
