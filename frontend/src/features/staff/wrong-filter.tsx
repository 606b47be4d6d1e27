import { HttpError } from '../../platform/http.ts';
import { EmptyState } from '../../ui/states.tsx';
import type { FilterField } from './filter.ts';

/** The message for a filter that the server refused. It names each field that has a wrong value, and says why. */
export function WrongFilter({ fields, error }: { fields: readonly FilterField[]; error: unknown }) {
  const issues = error instanceof HttpError ? error.issues : [];
  const labelOf = (path: string) => fields.find(({ name }) => name === path)?.label ?? path;
  const text = issues.map(({ path, message }) => `${labelOf(path)}: ${message}`).join('. ');
  return <EmptyState title="Check the filters" text={text || 'One of the values is not valid.'} />;
}
