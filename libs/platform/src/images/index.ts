export { drawScene, type Scene } from './drawn-scene.ts';
export { ImagesModule } from './images.module.ts';
export { MediaCopies, type MediaFacts, mediaPaths, photoPaths } from './media-copies.ts';
export { type OwnPicture, OwnPictureUploads } from './own-picture-uploads.ts';
export { type DerivedPicture, derivativeWidths, derivePicture } from './picture.ts';
export { copyPaths, PictureCopies, type PictureFacts } from './picture-copies.ts';
export { pictureExtension } from './picture-files.ts';
export { PictureProcesses } from './picture-processes.ts';
export { processUploadedFile, type UploadStatus } from './uploaded-file.ts';
