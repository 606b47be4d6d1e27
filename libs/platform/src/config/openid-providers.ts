import { z } from 'zod';

/** Whether the host name is that of this machine. */
export const isLoopback = (hostname: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);

const isIssuer = (value: string): boolean => {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, search, hash, username, password } = new URL(value);
  const secure = protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
  return secure && !(search || hash || username || password);
};

/** These names have another meaning in GoTrue's protocol. */
const reservedNames = ['email', 'phone', 'anonymous_users', 'web3'];

const provider = z.strictObject({
  name: z
    .string('each needs a name, like google')
    .regex(/^[a-z][a-z0-9_-]{0,39}$/, 'a name is lower-case letters, digits, - and _')
    .refine((name) => !reservedNames.includes(name), `no name may be ${reservedNames.join(', ')}`),
  issuer: z.string('each needs an issuer').refine(isIssuer, 'an issuer is an https address, or http on this machine'),
  clientId: z.string('each needs a clientId').min(1, 'each needs a clientId'),
  clientSecret: z.string('a clientSecret is text').min(1, 'a clientSecret is not empty').optional(),
  scopes: z
    .string('scopes are text')
    .regex(/^(?=.*\bopenid\b)[\x21-\x7e]+( [\x21-\x7e]+)*$/, 'scopes are words with spaces between, openid among them')
    .default('openid email profile'),
  trustsEmail: z.boolean('trustsEmail is true or false').default(true),
});

/**
 * An identity provider that people can sign in with: an OpenID provider, discovered by its issuer. `trustsEmail`: an
 * email address that it reports as verified is linked to the account with the same verified address; set it to false if
 * users of the provider can mark their own address as verified.
 */
export type OpenIdProvider = Readonly<z.infer<typeof provider>>;

const example = '[{"name":"google","issuer":"https://accounts.google.com","clientId":"…","clientSecret":"…"}]';
const providers = z
  .array(provider, 'it is not a list')
  .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, 'two have the same name');

/** Parses OIDC_PROVIDERS, a JSON list. */
export const openIdProviders = z.string().transform((text, context): readonly OpenIdProvider[] => {
  const parsedProviders = providers.safeParse(parseJson(text));
  if (parsedProviders.success) return parsedProviders.data;
  const problems = parsedProviders.error.issues.map(({ message }) => message).join('; ');
  context.addIssue({ code: 'custom', message: `it must be JSON like ${example}: ${problems}` });
  return z.NEVER;
});

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
