import type { FormRule } from 'antd';
import type { z } from 'zod';
import { HttpError } from './http.ts';

type Values = Record<string, unknown>;
type Path = readonly (string | number)[];

// What a field holds before anything was typed or chosen.
const untouched = (schema: z.core.$ZodType): unknown => {
  const { type } = schema._zod.def;
  if (type === 'string') return '';
  return type === 'array' ? [] : undefined;
};
const mayMiss = (schema: z.core.$ZodType): boolean => schema._zod.optin === 'optional';
const blank = (value: unknown): boolean => value === undefined || value === null || value === '';

/** What a form holds, as a schema wants it: what may be missing and is blank goes, required text and lists are never undefined. */
export const toInput = (schema: z.ZodObject, values: Values): Values => {
  const entries = Object.entries(schema.shape).flatMap(([name, field]) => {
    const value = values[name];
    if (!blank(value)) return [[name, value]];
    if (mayMiss(field)) return [];
    return [[name, untouched(field)]];
  });
  return Object.fromEntries(entries);
};

const same = (issue: readonly PropertyKey[], path: Path): boolean =>
  issue.length === path.length && path.every((step, i) => issue[i] === step);

/** The first error of the schema about one field, or nothing. A list's field also hears of its entries. */
export const schemaError = (schema: z.ZodType, values: unknown, path: Path): string | undefined => {
  const { error } = schema.safeParse(values);
  const about = error?.issues.filter((issue) => same(issue.path.slice(0, path.length), path));
  return (about?.find((issue) => same(issue.path, path)) ?? about?.[0])?.message;
};

/** Rules for one field of an antd form that is checked by a schema as a whole. `shape` turns form values into its input. */
export const rulesFor =
  (schema: z.ZodType, shape: (values: Values) => unknown) =>
  (...path: Path): FormRule[] => [
    ({ getFieldsValue }) => ({
      validator() {
        const message = schemaError(schema, shape(getFieldsValue(true) as Values), path);
        return message === undefined ? Promise.resolve() : Promise.reject(new Error(message));
      },
    }),
  ];

/** The server's complaints in the form that antd's `setFields` takes. */
export const serverFieldErrors = (error: unknown): { name: (string | number)[]; errors: string[] }[] =>
  error instanceof HttpError
    ? error.issues.map(({ path, message }) => ({
        name: path.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step)),
        errors: [message],
      }))
    : [];
