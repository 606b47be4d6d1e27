import type { Gallery, GalleryItem } from '#galleries/contract';
import { longDate } from '../../platform/dates.ts';
import { galleryLabels } from './gallery-labels.ts';

export const isVideo = ({ fileType }: GalleryItem): boolean => fileType.startsWith('video/');

export const itemName = ({ title, fileName }: GalleryItem): string => title ?? fileName;

/** `2:14`, or `1:02:03` */
const clock = (seconds: number): string => {
  const whole = Math.round(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (number: number) => String(number).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
};

/** `Film 2:14`; without the length if it is not known. */
export const filmLabel = ({ duration }: GalleryItem): string =>
  duration === null ? 'Film' : `Film ${clock(duration)}`;

/** The status, and the date on which it was reached. */
export const statusText = ({ status, deliveryDate, acceptedAt }: Gallery): string => {
  if (acceptedAt) return `Accepted ${longDate(acceptedAt)}`;
  const { text } = galleryLabels[status];
  return status === 'delivered' && deliveryDate ? `${text} ${longDate(deliveryDate)}` : text;
};
