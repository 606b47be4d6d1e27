/**
 * Whether tests with many similar rows run all of them: with `TEST_ROWS=all`. By default they run at least one row for
 * each path through the code.
 */
export const everyRow = process.env.TEST_ROWS === 'all';
