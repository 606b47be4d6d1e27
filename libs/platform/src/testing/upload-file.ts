import { createHash } from 'node:crypto';

/** A file to upload. All fields but `content` are sent in the header `upload-metadata`. */
export type TestFile = {
  readonly purpose: string;
  readonly targetId?: string;
  readonly fileName: string;
  readonly contentType?: string;
  readonly content: Uint8Array;
};

const protocol = { 'tus-resumable': '1.0.0' };

/**
 * Creates an upload and sends the whole file. `id` is the upload's; `status` and `body` are those of the last response.
 */
export const uploadFile = async (
  site: string,
  headers: Readonly<Record<string, string>>,
  { content, ...file }: TestFile,
): Promise<{ id: string; status: number; body: string }> => {
  const created = await fetch(`${site}/storage/v1/upload/resumable`, {
    method: 'POST',
    headers: { ...headers, ...protocol, ...uploadHeaders({ content, ...file }) },
  });
  const path = created.headers.get('location') ?? '';
  const id = path.slice(path.lastIndexOf('/') + 1);
  if (!created.ok) return { id, status: created.status, body: await created.text() };
  const response = await fetch(`${site}${path}`, {
    method: 'PATCH',
    headers: { ...headers, ...protocol, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' },
    body: content as BodyInit,
  });
  return { id, status: response.status, body: await response.text() };
};

/** The headers that describe a new upload. */
export const uploadHeaders = ({ content, purpose, targetId, fileName, contentType = '' }: TestFile) => {
  const metadata = {
    purpose,
    ...(targetId && { targetId }),
    filename: fileName,
    filetype: contentType,
    sha256: createHash('sha256').update(content).digest('hex'),
  };
  const encodedMetadata = Object.entries(metadata).map(
    ([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`,
  );
  return { 'upload-length': String(content.length), 'upload-metadata': encodedMetadata.join(',') };
};
