import { expect, test } from '@jest/globals';
import { rawSql, Sql, sql, unplanned } from './sql.ts';

test('values become parameters, and parts of statements are inserted', () => {
  const condition = sql`a = ${1} and b = any(${['x', 'y']})`;
  const statement = sql`select ${rawSql('a, b')} from t where ${condition} and c = ${"'; drop table t; --"} limit ${5}`;
  expect(statement.text).toBe('select a, b from t where a = $1 and b = any($2) and c = $3 limit $4');
  expect(statement.values).toEqual([1, ['x', 'y'], "'; drop table t; --", 5]);
});

test('parts are joined with their values in order', () => {
  const joined = Sql.join([sql`a = ${1}`, sql`true`, sql`${2} = b`], ' and ');
  expect([joined.text, joined.values]).toEqual(['a = $1 and true and $2 = b', [1, 2]]);
  expect(sql`${joined} or c = ${3}`.text).toBe('a = $1 and true and $2 = b or c = $3');
  expect([Sql.join([], ' and ').text, Sql.join([], ' and ').values]).toEqual(['', []]);
});

test('undefined and null are values', () => {
  expect([sql`a = ${null} or b = ${undefined}`.text, sql`${null}`.values]).toEqual(['a = $1 or b = $2', [null]]);
});

test('a value that plans must not consider is in a subquery, also as an array', () => {
  const statement = sql`a = any(${unplanned(['x'], 'text[]')}) and b > ${unplanned('2026-11-28', 'date')}`;
  expect(statement.text).toBe('a = any((select $1::text[])::text[]) and b > (select $2::date)::date');
  expect(statement.values).toEqual([['x'], '2026-11-28']);
});
