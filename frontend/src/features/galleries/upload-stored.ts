import type { GalleryItemsPage } from '#galleries/contract';
import { api } from '../../platform/http.ts';
import { galleryEndpoints } from './endpoints.ts';
import type { StoredFile } from './upload-files.ts';

/** The files that a gallery has, without those that could not be processed. */
export const readStoredFiles = async (galleryId: string): Promise<readonly StoredFile[]> => {
  const stored: StoredFile[] = [];
  let cursor: string | undefined;
  do {
    const page = await api.get<GalleryItemsPage>(galleryEndpoints.items(galleryId), { limit: 1_000, cursor });
    for (const { state, fileSize, sha256 } of page.items)
      if (state !== 'refused' && sha256 !== undefined) stored.push({ size: fileSize, sha256 });
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  return stored;
};
