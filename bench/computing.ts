// A program that only computes, until whoever started it ends it or is gone.
process.on('disconnect', () => process.exit());
const compute = (): void => {
  for (const until = performance.now() + 50; performance.now() < until; );
  setImmediate(compute);
};
compute();
