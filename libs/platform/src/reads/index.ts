export { type Column, columnOf, columnsOf, quoteName } from './columns.ts';
export { allPages, cursorAt, olderThan, type Page, pageOf, placeIn, timeAndId } from './cursor.ts';
export { PlainReads } from './plain-reads.ts';
export { limitTo, rawSql, Sql, sql, unplanned } from './sql.ts';
export { wholeNumber } from './whole-number.ts';
