type Fault = {
  readonly name?: string;
  readonly message?: string;
  readonly code?: unknown;
  readonly stack?: string;
  readonly table?: string;
  readonly constraint?: string;
};

/** Whom and what texts of errors may name, and logs may not. */
const secrets: readonly (readonly [RegExp, string])[] = [
  [/[^\s"'<>(),;:=]+@[^\s"'<>(),;:=]+\.[a-z]{2,}/gi, '[mail]'],
  [/\b(Bearer|Basic)\s+\S+/gi, '$1 [hidden]'],
  [/\beyJ[\w-]+\.[\w-]+(\.[\w-]*)?/g, '[token]'],
  [
    /\b(password|secret|token|code|nonce|email|phone|apikey|signature)(["']?\s*[=:]\s*["']?)[^\s"'&,;)}]+/gi,
    '$1$2[hidden]',
  ],
  [/(?<![\w-])\+\d[\d ().-]{6,}\d/g, '[phone]'],
  // A key, a hash or a token; streams and jobs have long names, too, with a uuid in them.
  [/(?<![\w/.-])(?![a-z-]*[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?!\w))[\w-]{40,}(?![\w/.-])/g, '[hidden]'],
];

/** About connections, locks, the server, and what our own statements name: values of rows stand in none of these. */
const nameless = /^(08|28|40|42|53|55|57|58)/;

/** A text without what looks like an address, a number to call, a token or a key. */
export const redacted = (text: string): string =>
  secrets.reduce((rest, [pattern, instead]) => rest.replace(pattern, instead), text);

/**
 * What a log may hold of an error, on one line. Postgres repeats values in what it says, and who asks it repeats the
 * statement: of those there is the code, and what it is about.
 */
export const faultOf = (error: unknown): string => {
  if (!(error instanceof Error)) return redacted(String(error));
  const { name = 'Error', message = '', code, table, constraint }: Fault = error;
  if (!isOfPostgres(code)) return redacted(message || name).replaceAll(/\s*\n\s*/g, ' ');
  // It comes last where a statement stands before it.
  const told = nameless.test(code) ? message.split(' - ').at(-1) : [table, constraint].filter(Boolean).join(' ');
  return redacted(`Postgres ${code}${told ? `: ${told}` : ''}`);
};

/** The same, with the places in the code that it came through. */
export const traceOf = (error: unknown): string => {
  const { name = 'Error', stack = '' }: Fault = error instanceof Error ? error : {};
  return [`${name}: ${faultOf(error)}`, ...stack.split('\n').filter((line) => /^\s+at /.test(line))].join('\n');
};

const isOfPostgres = (code: unknown): code is string =>
  typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && /\d/.test(code);
