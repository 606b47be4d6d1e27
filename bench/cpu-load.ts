// A program that only uses CPU, until its parent process kills it or ends.
process.on('disconnect', () => process.exit());
const compute = (): void => {
  for (const until = performance.now() + 50; performance.now() < until; );
  setImmediate(compute);
};
compute();
