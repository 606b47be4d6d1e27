export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** The value below which `share` of all values lie. */
export const percentile = (values: readonly number[], share: number): number => {
  const sortedValues = [...values].sort((a, b) => a - b);
  return sortedValues[Math.min(sortedValues.length - 1, Math.floor(sortedValues.length * share))] ?? Number.NaN;
};

/** The ratios of several runs as text: the median and the range. */
export const spread = (values: readonly number[]): string =>
  `${median(values).toFixed(2)} (${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)})`;

/** Prints the last line of a benchmark, as JSON for programs. */
export const printResult = (bench: string, rate: number, ceiling: number): void =>
  console.log(
    JSON.stringify({
      bench,
      rate: Number(rate.toFixed(1)),
      ceiling: Number(ceiling.toFixed(1)),
      ratio: Number((rate / ceiling).toFixed(3)),
    }),
  );
