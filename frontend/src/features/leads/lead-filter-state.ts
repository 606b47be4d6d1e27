import { useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { filterFrom, type LeadFilter, paramsOf } from './lead-filter.ts';

/** The filter of the list, in the address of the page. `chosen` is what the fields show. */
export const useLeadFilter = () => {
  // The address is updated later than the fields, which show a choice at once. A choice changes the newest filter, also
  // when several are made before the address shows the first one.
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
