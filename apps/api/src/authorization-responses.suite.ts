import type { ApiResponse, Person } from './api.suite.ts';
import { fields } from './authorization.matrix.ts';

const errorFields = ['code', 'message', 'msg', 'error_code', 'issues[].path', 'issues[].message'];

/** Compares the fields of responses with the allowed ones, and records which of them occurred. */
export class Fields {
  readonly #seen = new Map<string, Set<string>>();

  /** The fields of a response that are not allowed. */
  extra(route: string, by: Person | undefined, { status, body }: ApiResponse): readonly string[] {
    if (body === undefined) return [];
    const found = fieldsOf(body);
    if (status >= 400) return found.filter((field) => !errorFields.includes(field));
    const kind = kindOf(route, by);
    this.#seen.set(kind, new Set([...(this.#seen.get(kind) ?? []), ...found]));
    return found.filter((field) => !(fields[kind]?.split(' ') ?? []).some((allowed) => covers(allowed, field)));
  }

  /** The allowed fields that no response had. */
  get unused(): readonly string[] {
    return Object.entries(fields).flatMap(([kind, allowed]) => {
      const seenFields = [...(this.#seen.get(kind) ?? [])];
      const unusedFields = allowed.split(' ').filter((name) => !seenFields.some((field) => covers(name, field)));
      return unusedFields.map((name) => `${kind}: ${name}`);
    });
  }
}

/** A route whose response depends on the caller's role has one list of fields for clients and one for professionals. */
const kindOf = (route: string, by: Person | undefined): string => {
  const kind = `${route} ${by?.role === 'client' ? 'client' : 'pro'}`;
  return kind in fields ? kind : route;
};

/** An empty list has no item fields, so the list itself counts as covered by them. */
const covers = (allowed: string, field: string): boolean =>
  allowed === field ||
  allowed.startsWith(`${field}[]`) ||
  (allowed.endsWith('*') && field.startsWith(allowed.slice(0, -1)));

/** The paths of all fields of a value, such as `items[].client.id`. */
const fieldsOf = (value: unknown, path = ''): string[] => {
  if (value === null || typeof value !== 'object') return [path];
  if (!Array.isArray(value))
    return Object.entries(value).flatMap(([name, inner]) => fieldsOf(inner, path ? `${path}.${name}` : name));
  const items = value.filter((item) => item !== null && typeof item === 'object');
  return items.length === 0 ? [path] : [...new Set(items.flatMap((item) => fieldsOf(item, `${path}[]`)))];
};
