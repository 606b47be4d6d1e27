export { AddGalleryItem, itemIdOf } from './gallery-items.commands.ts';
