import type { FormRule } from 'antd';
import type { z } from 'zod';
import { HttpError } from './http.ts';

type Values = Record<string, unknown>;
type Path = readonly (string | number)[];

// The value of a field before anything is typed or selected.
const emptyValue = (schema: z.core.$ZodType): unknown => {
  const { type } = schema._zod.def;
  if (type === 'string') return '';
  return type === 'array' ? [] : undefined;
};
const isOptional = (schema: z.core.$ZodType): boolean => schema._zod.optin === 'optional';
const isBlank = (value: unknown): boolean => value === undefined || value === null || value === '';

/**
 * Form values as input for a schema: blank optional fields are left out, and required text and lists are never
 * undefined.
 */
export const toInput = (schema: z.ZodObject, values: Values): Values => {
  const entries = Object.entries(schema.shape).flatMap(([name, field]) => {
    const value = values[name];
    if (!isBlank(value)) return [[name, value]];
    if (isOptional(field)) return [];
    return [[name, emptyValue(field)]];
  });
  return Object.fromEntries(entries);
};

/** The values that differ from those before, such as what the user has changed since a form was shown. */
export const changedValues = (values: Values, before: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name])),
  );

const isPath = (issue: readonly PropertyKey[], path: Path): boolean =>
  issue.length === path.length && path.every((step, i) => issue[i] === step);

/** The first error of the schema about one field, or nothing. A list also gets the errors of its entries. */
export const schemaError = (schema: z.ZodType, values: unknown, path: Path): string | undefined => {
  const { error } = schema.safeParse(values);
  const about = error?.issues.filter((issue) => isPath(issue.path.slice(0, path.length), path));
  return (about?.find((issue) => isPath(issue.path, path)) ?? about?.[0])?.message;
};

/** Rules for one field of a form that is validated by one schema. `shape` turns the form values into its input. */
export const rulesFor =
  (schema: z.ZodObject, shape = (values: Values): unknown => toInput(schema, values)) =>
  (...path: Path): FormRule[] => [
    ({ getFieldsValue }) => ({
      validator() {
        const message = schemaError(schema, shape(getFieldsValue(true) as Values), path);
        return message === undefined ? Promise.resolve() : Promise.reject(new Error(message));
      },
    }),
  ];

/** The server's field errors, for the `setFields` of a form. */
export const serverFieldErrors = (error: unknown): { name: (string | number)[]; errors: string[] }[] =>
  error instanceof HttpError
    ? error.issues.map(({ path, message }) => ({
        name: path.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step)),
        errors: [message],
      }))
    : [];
