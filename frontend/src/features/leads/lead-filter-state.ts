import { useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { filterFrom, type LeadFilter, paramsOf } from './lead-filter.ts';

/** The filter of the list, in the address of the page. `chosen` is what the fields show. */
export const useLeadFilter = () => {
  // The fields show a choice at once, and the address is updated later. A choice therefore changes the newest filter,
  // even if the address does not show the previous choice yet.
  const [params, setParams] = useSearchParams();
  const filter = useMemo(() => filterFrom(params), [params]);
  const [chosen, setChosen] = useState(filter);
  const newest = useRef(filter);
  const notShown = useRef<readonly string[]>([]);
  useEffect(() => {
    const index = notShown.current.lastIndexOf(paramsOf(filter).toString());
    notShown.current = index < 0 ? [] : notShown.current.slice(index + 1);
    if (notShown.current.length > 0) return;
    newest.current = filter;
    setChosen(filter);
  }, [filter]);
  const choose = (change: Partial<LeadFilter>) => {
    newest.current = { ...newest.current, ...change };
    setChosen(newest.current);
    const next = paramsOf(newest.current);
    notShown.current = [...notShown.current, next.toString()];
    setParams(next, { replace: true });
  };
  return { filter, chosen, choose };
};
