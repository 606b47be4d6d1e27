import { useLocation, useSearchParams } from 'react-router-dom';
import { type Filter, type FilterField, filterFrom } from './filter.ts';

type FilterState = { readonly personal?: Filter } | null;

/**
 * The filter of a page, and a function that changes it. The values of personal fields are kept in the state of the
 * entry in the browser's history: an address is logged, stored and shared.
 */
export const useFilter = (fields: readonly FilterField[]) => {
  const [params, setParams] = useSearchParams();
  const state = useLocation().state as FilterState;
  const ofFields = (personal: boolean, values: URLSearchParams) =>
    filterFrom(
      fields.filter((field) => Boolean(field.personal) === personal),
      values,
    );
  const search = (filter: Filter) => {
    const values = new URLSearchParams(filter);
    setParams({ ...ofFields(false, values) }, { state: { personal: ofFields(true, values) } satisfies FilterState });
  };
  return [{ ...ofFields(false, params), ...ofFields(true, new URLSearchParams(state?.personal)) }, search] as const;
};
