import type { S3ClientConfig } from '@aws-sdk/client-s3';

/** Where an S3-compatible server is. */
export type S3Address = {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
};

/**
 * The address in an S3_URL: `https://key:secret@host/bucket?region=eu-central-1`. The region is us-east-1 if none is
 * given.
 */
export const s3Address = (url: string): S3Address => {
  const { protocol, host, pathname, username, password, searchParams } = new URL(url);
  return {
    endpoint: `${protocol}//${host}`,
    bucket: pathname.slice(1),
    region: searchParams.get('region') ?? 'us-east-1',
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
  };
};

/** The settings of an S3 client that every S3-compatible server understands. */
export const s3ClientConfig = ({ endpoint, region, accessKeyId, secretAccessKey }: S3Address): S3ClientConfig => ({
  endpoint,
  region,
  credentials: { accessKeyId, secretAccessKey },
  forcePathStyle: true,
  // Many compatible servers do not support the checksums that the client adds by default.
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
});
