/** The file types that can be added to a gallery, by extension. */
export const galleryFileTypes: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.mp4': 'video/mp4',
  '.mov': 'video/quicktime',
  '.avi': 'video/x-msvideo',
};

/** `purpose` in the metadata of an upload; its `targetId` is the gallery's id. */
export const galleryUploadPurpose = 'gallery-item';

/** In bytes: 100 MB. */
export const maxGalleryFileSize = 100 * 1_048_576;
