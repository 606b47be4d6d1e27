type Claims = { readonly sub?: unknown; readonly email?: unknown; readonly aal?: unknown };

/** The claims of an access token, without checking its signature; empty if it cannot be read. */
export const tokenClaims = (token: string): Claims => {
  const [, claims = ''] = token.split('.');
  try {
    const bytes = Uint8Array.from(atob(claims.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));
    return (JSON.parse(new TextDecoder().decode(bytes)) ?? {}) as Claims;
  } catch {
    return {};
  }
};
