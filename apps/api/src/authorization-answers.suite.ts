import type { Answer, Person } from './api.suite.ts';
import { fields } from './authorization.matrix.ts';

const errorFields = ['code', 'message', 'msg', 'error_code', 'issues[].path', 'issues[].message'];

/** What was seen of the fields that answers may hold. */
export class Fields {
  readonly #seen = new Map<string, Set<string>>();

  /** What stands in an answer and may not. */
  extra(route: string, by: Person | undefined, { status, body }: Answer): readonly string[] {
    if (body === undefined) return [];
    const found = fieldsOf(body);
    if (status >= 400) return found.filter((field) => !errorFields.includes(field));
    const kind = kindOf(route, by);
    this.#seen.set(kind, new Set([...(this.#seen.get(kind) ?? []), ...found]));
    return found.filter((field) => !(fields[kind]?.split(' ') ?? []).some((allowed) => covers(allowed, field)));
  }

  /** What may stand in answers, and never did. */
  get unused(): readonly string[] {
    return Object.entries(fields).flatMap(([kind, allowed]) => {
      const seen = [...(this.#seen.get(kind) ?? [])];
      const unused = allowed.split(' ').filter((name) => !seen.some((field) => covers(name, field)));
      return unused.map((name) => `${kind}: ${name}`);
    });
  }
}

/** Where the answer depends on who asks, there are two lists. */
const kindOf = (route: string, by: Person | undefined): string => {
  const kind = `${route} ${by?.role === 'client' ? 'client' : 'pro'}`;
  return kind in fields ? kind : route;
};

/** An empty list shows none of its fields. */
const covers = (allowed: string, field: string): boolean =>
  allowed === field ||
  allowed.startsWith(`${field}[]`) ||
  (allowed.endsWith('*') && field.startsWith(allowed.slice(0, -1)));

/** The names of all that stands in it: `items[].client.id`. */
const fieldsOf = (value: unknown, path = ''): string[] => {
  if (value === null || typeof value !== 'object') return [path];
  if (!Array.isArray(value))
    return Object.entries(value).flatMap(([name, inner]) => fieldsOf(inner, path ? `${path}.${name}` : name));
  const items = value.filter((item) => item !== null && typeof item === 'object');
  return items.length === 0 ? [path] : [...new Set(items.flatMap((item) => fieldsOf(item, `${path}[]`)))];
};
