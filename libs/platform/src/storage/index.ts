export { SignedUrls } from './signed-urls.ts';
export { StorageModule } from './storage.module.ts';
export { Storage } from './storage.ts';
