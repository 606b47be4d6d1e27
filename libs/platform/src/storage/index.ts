export { type CopyWidth, copyPath, copyWidths } from './copy-paths.ts';
export { publicUrl } from './object-path.ts';
export { objectResponse } from './object-response.ts';
export { s3Address, s3ClientConfig } from './s3-address.ts';
export { type CopySigner, type Grant, SignedUrls } from './signed-urls.ts';
export { StorageModule } from './storage.module.ts';
export { ChecksumMismatch, ObjectExists, ObjectMissing, Storage, type StoredObject } from './storage.ts';
