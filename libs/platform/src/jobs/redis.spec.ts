import { test } from '@jest/globals';
import { GenericContainer } from 'testcontainers';
import { testConfig } from '#platform/testing';
import { isDockerAvailable } from '../testing/docker.suite.ts';
import { jobsSuite } from './jobs.suite.ts';

const givenUrl = process.env.REDIS_TEST_URL;
const docker = givenUrl === undefined && (await isDockerAvailable());

if (givenUrl !== undefined || docker)
  jobsSuite('redis', async () => {
    const container = docker ? await new GenericContainer('redis:7.0').withExposedPorts(6379).start() : undefined;
    const url = container ? `redis://${container.getHost()}:${container.getMappedPort(6379)}` : (givenUrl ?? '');
    const { config, drop } = await testConfig({ REDIS_URL: url });
    const close = async () => {
      await drop();
      await container?.stop();
    };
    return { config, close };
  });
else {
  // Jest shows no console of a file whose tests are all skipped.
  process.stderr.write('jobs: redis is skipped: REDIS_TEST_URL is not set and Docker is not available\n');
  test.skip('jobs: redis (set REDIS_TEST_URL, or start Docker)', () => undefined);
}
