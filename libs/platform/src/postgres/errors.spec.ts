import { expect, test } from '@jest/globals';
import { isConnectionLost } from './errors.ts';

const failure = (message: string, code?: string) => Object.assign(new Error(message), code && { code });

test.each([
  failure('connect ECONNREFUSED 127.0.0.1:5432', 'ECONNREFUSED'),
  failure('terminating connection due to unexpected postmaster exit', '57P01'),
  failure('the database system is starting up', '57P03'),
  failure('sorry, too many clients already', '53300'),
  failure('Connection terminated unexpectedly'),
  failure('timeout exceeded when trying to connect'),
  failure('Query read timeout'),
  failure('Client has encountered a connection error and is not queryable'),
  failure('Client was closed and is not queryable'),
  failure('Cannot use a pool after calling end on the pool'),
  failure('The process is being stopped: its connections are closed'),
])('%s is a lost or missing connection', (error) => expect(isConnectionLost(error)).toBe(true));

test.each([
  failure('duplicate key value violates unique constraint', '23505'),
  failure('could not extend file: No space left on device', '53100'),
  failure('out of shared memory', '53200'),
  undefined,
])('%s is not a lost or missing connection', (error) => expect(isConnectionLost(error)).toBe(false));
