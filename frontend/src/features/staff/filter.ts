/**
 * A field of a filter. `name` is its name in the address of the page, where the values of `personal` fields never are.
 */
export type FilterField = {
  readonly name: string;
  readonly label: string;
  readonly type?: 'date' | 'number';
  readonly placeholder?: string;
  readonly personal?: boolean;
  readonly options?: readonly { readonly value: string; readonly label: string }[];
};

/** The values of the non-empty fields. */
export type Filter = Readonly<Record<string, string>>;

/** Whether the fields include a period from one day to another. */
export const hasPeriodOfDays = (fields: readonly FilterField[]): boolean =>
  ['from', 'to'].every((name) => fields.some((field) => field.name === name && field.type === 'date'));

/** The values that are not empty, without the spaces around them. */
export const filledValues = (values: Readonly<Record<string, string | null | undefined>>): Filter =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const text = value?.trim();
      return text ? [[name, text]] : [];
    }),
  );

const isDay = (value: string): boolean => /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));

const isPossible = ({ type, options }: FilterField, value: string): boolean => {
  if (options) return options.some((option) => option.value === value);
  if (type === 'date') return isDay(value);
  return type !== 'number' || Number.isFinite(Number(value));
};

/** The filter in the parameters of an address. A value that cannot be chosen or entered in its field is ignored. */
export const filterFrom = (fields: readonly FilterField[], params: URLSearchParams): Filter =>
  filledValues(
    Object.fromEntries(
      fields.map((field) => {
        const value = params.get(field.name);
        return [field.name, value !== null && isPossible(field, value.trim()) ? value : null];
      }),
    ),
  );
