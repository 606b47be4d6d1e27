import { z } from 'zod';

/** A JSON schema, as the OpenAPI document contains it. */
export type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
};
/** A path such as `packages.0.name`. */
export type TextField = { readonly path: string; readonly schema: Schema };

/** A pattern in which every character is a digit or punctuation, such as that of a time. */
const hasOnlyDigits = (pattern: string): boolean => /^\^[^a-z.]+\$$/i.test(pattern.replaceAll('\\d', '0'));

/** Ids, dates, times and values of a list: they can contain nothing that a person writes. */
const isClosed = ({ enum: values, const: value, format = '', pattern = '' }: Schema): boolean =>
  values !== undefined ||
  value !== undefined ||
  /^(uuid|date|date-time)$/.test(format) ||
  /^\^[a-z]+-\(/.test(pattern) ||
  hasOnlyDigits(pattern);

/** All fields of a body in which a caller can write text. */
export const textFieldsOf = (schema: Schema, path: readonly string[] = []): readonly TextField[] => [
  ...([schema.type].flat().includes('string') && !isClosed(schema) ? [{ path: path.join('.'), schema }] : []),
  ...Object.entries(schema.properties ?? {}).flatMap(([name, part]) => textFieldsOf(part, [...path, name])),
  ...(schema.items ? textFieldsOf(schema.items, [...path, '0']) : []),
  ...[schema.anyOf, schema.oneOf, schema.allOf]
    .flatMap((parts) => parts ?? [])
    .flatMap((part) => textFieldsOf(part, path)),
];

/** Whether the schema describes every value that it accepts, so that {@link textFieldsOf} misses no text. */
export const describesAll = ({ type, enum: values, const: value, properties, items, ...schema }: Schema): boolean => {
  const alternatives = [schema.anyOf, schema.oneOf, schema.allOf].flatMap((parts) => parts ?? []);
  if (values !== undefined || value !== undefined) return true;
  if (type === undefined) return alternatives.length > 0 && alternatives.every(describesAll);
  const types = [type].flat();
  if (types.includes('object') && properties === undefined) return false;
  if (types.includes('array') && items === undefined) return false;
  return [...Object.values(properties ?? {}), ...(items ? [items] : []), ...alternatives].every(describesAll);
};

/** The schema with each reference replaced by what it names in `#/components/schemas`. */
export const resolveReferences = (schema: Schema, components: Readonly<Record<string, Schema>>): Schema =>
  JSON.parse(JSON.stringify(schema), (_, part) => {
    const name = part?.$ref?.split('/').at(-1);
    if (name === undefined) return part;
    if (!components[name]) throw new Error(`There is no schema ${name}`);
    return resolveReferences(components[name], components);
  }) as Schema;

const filler = 'and enough other words to reach the minimum length';
const forms = [
  (word: string) => `${word} ${filler}`,
  (word: string) => word,
  (word: string) => `https://${word}.example/`,
  (word: string) => `${word}@example.com`,
];

/**
 * A text that contains the word and that the field accepts. Fails for a field with a new format: add a form of it
 * above.
 */
export const textWith = (word: string, { path, schema }: TextField): string => {
  const field = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
  const text = forms.map((form) => form(word)).find((candidate) => field.safeParse(candidate).success);
  if (text === undefined) throw new Error(`Add a form of text that ${path} accepts`);
  return text;
};

/** A copy of the body with a value at a path. Missing objects and lists on the way are added. */
export const withValue = (body: unknown, [name, ...rest]: readonly string[], value: unknown): unknown => {
  if (name === undefined) return value;
  if (/^\d+$/.test(name)) {
    const items = Array.isArray(body) ? [...body] : [];
    items[Number(name)] = withValue(items[Number(name)], rest, value);
    return items;
  }
  const object = (body ?? {}) as Record<string, unknown>;
  return { ...object, [name]: withValue(object[name], rest, value) };
};
