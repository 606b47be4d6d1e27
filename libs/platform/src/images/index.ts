export { derivativeWidths, derivePicture } from './picture.ts';
