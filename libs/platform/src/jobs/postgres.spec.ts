import { testConfig } from '#platform/testing';
import { jobsSuite } from './jobs.suite.ts';

jobsSuite('postgres', async () => {
  const { config, drop } = await testConfig();
  return { config, close: drop };
});
