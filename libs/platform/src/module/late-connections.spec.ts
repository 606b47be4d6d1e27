import { expect, test } from '@jest/globals';
import { MikroORM } from '@mikro-orm/postgresql';
import { TestApp } from '#platform/testing';

test('the shutdown ends while queries wait for a connection; these fail', async () => {
  const testApp = await TestApp.start({ follows: false });
  const connection = testApp.app.get(MikroORM).em.getConnection();
  // More than the pool has connections.
  const queries = Array.from({ length: 9 }, () => connection.execute('select 1 as one'));
  const results = Promise.allSettled(queries);
  await Promise.resolve();
  await testApp.stop();
  for (const result of await results)
    expect(result).toMatchObject(
      result.status === 'rejected'
        ? { reason: { message: expect.stringMatching(/its connections are closed|calling end on the pool/) } }
        : { value: [{ one: 1 }] },
    );
});
