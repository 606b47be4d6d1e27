export { staffGalleryFields } from './galleries.access.ts';
export { CreateGallery, DeliverGallery, MarkGalleryReady } from './galleries.commands.ts';
export { galleriesModule } from './galleries.module.ts';
export { galleryIdOf } from './galleries.paths.ts';
export { GalleriesQueries } from './galleries.queries.ts';
export { AddGalleryItem, ChangeGalleryItem } from './gallery-items.commands.ts';
export { GalleryReceipts } from './gallery-receipts.queries.ts';
