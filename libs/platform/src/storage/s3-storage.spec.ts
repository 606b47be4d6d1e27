import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { expect, test } from '@jest/globals';
import { GenericContainer, Wait } from 'testcontainers';
import { isDockerAvailable } from '../testing/docker.suite.ts';
import { startFakeS3 } from './fake-s3.suite.ts';
import { s3Address, s3ClientConfig } from './s3-address.ts';
import { S3Storage } from './s3-storage.ts';
import { storageSuite } from './storage.suite.ts';
import { ObjectExists } from './storage.ts';

storageSuite('s3 (local fake)', async () => {
  const fake = await startFakeS3();
  return { storage: new S3Storage(s3Address(fake.url)), close: fake.stop };
});

const givenUrl = process.env.S3_URL;
const docker = givenUrl === undefined && (await isDockerAvailable());

/** An S3-compatible server in a container, with an empty bucket. */
const startContainer = async () => {
  const container = await new GenericContainer('minio/minio:RELEASE.2025-04-22T22-12-26Z')
    .withEnvironment({ MINIO_ROOT_USER: 'festoon', MINIO_ROOT_PASSWORD: 'festoon-secret' })
    .withCommand(['server', '/data'])
    .withExposedPorts(9_000)
    .withWaitStrategy(Wait.forHttp('/minio/health/ready', 9_000))
    .start();
  const url = `http://festoon:festoon-secret@${container.getHost()}:${container.getMappedPort(9_000)}/festoon`;
  await new S3Client(s3ClientConfig(s3Address(url))).send(new CreateBucketCommand({ Bucket: 'festoon' }));
  return { url, container };
};

if (givenUrl !== undefined || docker)
  storageSuite('s3', async () => {
    const { url, container } = docker ? await startContainer() : { url: givenUrl ?? '', container: undefined };
    const close = async () => {
      await container?.stop();
    };
    return { storage: new S3Storage(s3Address(url)), close };
  });
else {
  // Jest shows no console of a file whose tests are all skipped.
  process.stderr.write('storage: s3 is skipped: S3_URL is not set and Docker is not available\n');
  test.skip('storage: s3 (set S3_URL, or start Docker)', () => undefined);
}

test('a failed write of several parts is aborted on the server', async () => {
  const fake = await startFakeS3();
  const storage = new S3Storage(s3Address(fake.url));
  const failingSource = Readable.from(
    (function* () {
      for (let part = 0; part < 3; part += 1) yield randomBytes(8_388_608);
      throw new Error('lost');
    })(),
  );
  await expect(storage.write('private/a/b.mp4', failingSource)).rejects.toThrow('lost');
  expect(fake.unfinishedUploads.size).toBe(0);
  await fake.stop();
});

test('a large object is not replaced on a server that ignores the condition of its write', async () => {
  const fake = await startFakeS3({ conditionalParts: false });
  const storage = new S3Storage(s3Address(fake.url));
  await storage.write('private/a/b.mp4', Buffer.from('first'));
  await expect(storage.write('private/a/b.mp4', randomBytes(9_000_000))).rejects.toThrow(ObjectExists);
  expect((await storage.stat('private/a/b.mp4'))?.size).toBe(5);
  expect(fake.unfinishedUploads.size).toBe(0);
  await fake.stop();
});

test.each([
  ['https://key:secret@s3.example/photos', 'https://s3.example', 'photos', 'us-east-1'],
  ['http://key:secret@127.0.0.1:9000/photos?region=eu-central-1', 'http://127.0.0.1:9000', 'photos', 'eu-central-1'],
])('%s is an address', (url, endpoint, bucket, region) => {
  expect(s3Address(url)).toEqual({ endpoint, bucket, region, accessKeyId: 'key', secretAccessKey: 'secret' });
});
