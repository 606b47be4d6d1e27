export { type DerivedPicture, derivativeWidths, derivePicture, PictureRefused } from './picture.ts';
