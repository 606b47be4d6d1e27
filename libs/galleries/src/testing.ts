export { AddGalleryItem, itemIdOf, RecordGalleryItemDerived } from './gallery-items.commands.ts';
