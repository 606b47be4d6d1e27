type Fault = {
  readonly name?: string;
  readonly message?: string;
  readonly code?: unknown;
  readonly stack?: string;
  readonly table?: string;
  readonly constraint?: string;
};

/** Personal data and secrets that error texts may contain, but logs may not, with their replacements. */
const secrets: readonly (readonly [RegExp, string])[] = [
  [/[^\s"'<>(),;:=]+@[^\s"'<>(),;:=]+\.[a-z]{2,}/gi, '[mail]'],
  [/\b(Bearer|Basic)\s+\S+/gi, '$1 [hidden]'],
  [/\beyJ[\w-]+\.[\w-]+(\.[\w-]*)?/g, '[token]'],
  [
    /\b(password|secret|token|code|nonce|email|phone|apikey|signature)(["']?\s*[=:]\s*["']?)[^\s"'&,;)}]+/gi,
    '$1$2[hidden]',
  ],
  [/(?<![\w-])\+\d[\d ().-]{6,}\d/g, '[phone]'],
  // The secret part of a link to a gallery, after its id.
  [/(?<=[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.)[\w-]{22}(?![\w-])/g, '[hidden]'],
  // A key, a hash or a token. Names of streams and jobs are also long, but contain a uuid.
  [/(?<![\w/.-])(?![a-z-]*[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?!\w))[\w-]{40,}(?![\w/.-])/g, '[hidden]'],
];

/**
 * Error classes about connections, locks, the server, and names in our statements. Their messages contain no row
 * values.
 */
const classesWithoutValues = /^(08|28|40|42|53|55|57|58)/;

/** Replaces everything that looks like an email address, a phone number, a token or a key. */
export const redact = (text: string): string =>
  secrets.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), text);

/**
 * The part of an error that a log may contain, on one line. Messages of Postgres errors contain row values, and the
 * database client adds the statement; of those only the code and the table and constraint are used.
 */
export const faultOf = (error: unknown): string => {
  if (!(error instanceof Error)) return redact(String(error));
  const { name = 'Error', message = '', code, table, constraint }: Fault = error;
  if (!isOfPostgres(code)) return redact(message || name).replaceAll(/\s*\n\s*/g, ' ');
  // Some database clients prefix the message with the SQL statement and a dash. Postgres's own message is the last
  // part.
  const details = classesWithoutValues.test(code)
    ? message.split(' - ').at(-1)
    : [table, constraint].filter(Boolean).join(' ');
  return redact(`Postgres ${code}${details ? `: ${details}` : ''}`);
};

/** Like {@link faultOf}, with the stack trace. */
export const traceOf = (error: unknown): string => {
  const { name = 'Error', stack = '' }: Fault = error instanceof Error ? error : {};
  return [`${name}: ${faultOf(error)}`, ...stack.split('\n').filter((line) => /^\s+at /.test(line))].join('\n');
};

const isOfPostgres = (code: unknown): code is string =>
  typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && /\d/.test(code);
