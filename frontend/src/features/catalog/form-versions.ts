type Values = Readonly<Record<string, unknown>>;

// A blank field is the same as one without a value, and the order of the keys does not matter.
const comparable = (_key: string, value: unknown): unknown => {
  if (value === '' || value === null) return undefined;
  if (typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value as Values).sort(([one], [other]) => one.localeCompare(other)));
};

/** Whether a form shows these values. What else it holds is ignored. */
export const isShowing = (shown: Values, values: Values): boolean =>
  Object.entries(values).every(
    ([name, value]) => JSON.stringify(shown[name], comparable) === JSON.stringify(value, comparable),
  );

export type Versions = {
  /** The saved values that the form took over last, or that the form announced to the user. */
  readonly known: Values;
  /** The values that were sent last, unless they were refused. */
  readonly sent: Values | undefined;
};

/**
 * What to do after the saved values were read again: nothing if they did not change, take them over if nothing was
 * typed since, otherwise let the user choose.
 */
export const afterRead = (saved: Values, typed: Values, { known, sent }: Versions): 'keep' | 'replace' | 'choose' => {
  if (isShowing(saved, known)) return 'keep';
  if (isShowing(typed, known) || isShowing(typed, saved)) return 'replace';
  return sent !== undefined && isShowing(typed, sent) ? 'replace' : 'choose';
};
